import type { SearchAttributePair } from '@temporalio/common'
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import { searchableDeadlines } from './revision.ts'
import { attributeChanges, nextDueKey, statusKey } from './search-attributes.ts'

/**
 * Lets operators search by what stands. Even the first status may differ from what was foreseen at
 * the start, when an order was paid meanwhile or the start came too late.
 */
export function showStanding(attributes: SearchAttributePair[], revision: number): void {
  const shown = workflowInfo().typedSearchAttributes
  const isShown = (key: typeof statusKey | typeof nextDueKey) => {
    const value = attributes.find(({ key: { name } }) => name === key.name)?.value
    return comparable(shown.get(key as typeof statusKey)) === comparable(value)
  }
  const keys = revision >= searchableDeadlines ? [statusKey, nextDueKey] : [statusKey]
  if (!keys.every(isShown)) upsertSearchAttributes(attributeChanges(attributes))
}

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)

import type { SearchAttributePair } from '@temporalio/common'
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import type { Shape } from '../revision.ts'
import { attributeChanges, isSameDeadline, nextDueKey, statusKey } from '../search-attributes.ts'

/**
 * Lets operators search by what stands. Even the first status may differ from what was foreseen at
 * the start, when an order was paid meanwhile or the start came too late.
 */
export function showStanding(
  attributes: SearchAttributePair[],
  { searchableDeadlines }: Shape,
): void {
  const shown = workflowInfo().typedSearchAttributes
  const given = (name: string) => attributes.find(({ key }) => key.name === name)?.value
  const isShown =
    shown.get(statusKey) === given(statusKey.name) &&
    (!searchableDeadlines ||
      isSameDeadline(shown.get(nextDueKey), given(nextDueKey.name) as Date | undefined))
  if (!isShown) upsertSearchAttributes(attributeChanges(attributes))
}

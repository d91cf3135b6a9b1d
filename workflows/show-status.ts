import type { SearchAttributePair } from '@temporalio/common'
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import { attributeChanges, statusKey } from './search-attributes.ts'

/**
 * Lets operators search by the status that stands. Even the first one may differ from what was
 * foreseen at the start, when an order was paid meanwhile or the start came too late.
 */
export function showStatus(status: string, attributes: () => SearchAttributePair[]): void {
  if (workflowInfo().typedSearchAttributes.get(statusKey) === status) return
  upsertSearchAttributes(attributeChanges(attributes()))
}

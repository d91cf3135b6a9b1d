import { defineQuery, defineSignal } from '@temporalio/workflow'

/** What came under this name before signals had the names of their commands; all go to one mailbox. */
export const commandSignal = defineSignal<[unknown]>('command')

/** The state of the payment or tokenization, for operators. */
export const stateQuery = defineQuery<unknown>('state')

import { defineQuery, defineSignal } from '@temporalio/workflow'

/** Commands of merchants and operators and the messages of providers, all in one mailbox. */
export const commandSignal = defineSignal<[unknown]>('command')

/** The state of the payment or tokenization, for operators. */
export const stateQuery = defineQuery<unknown>('state')

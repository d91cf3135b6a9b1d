/**
 * Ids inside a payment are made of the ids of the commands that cause them (which are random or
 * keyed hashes), so that a task that runs again makes the same ones.
 */
export const transIdOf = (commandId: string): string => `t${commandId}`
export const refundIdOf = (commandId: string, part?: number): string =>
  part === undefined ? `r${commandId}` : `r${commandId}-${part}`

/** The name of one operation at a provider, for ever. */
export const referenceOf = (
  aggregateId: string,
  operation: string,
  commandId: string,
  round = 1,
): string => `${aggregateId}-${operation}-${commandId.slice(0, 8)}${round === 1 ? '' : `-${round}`}`

/** The payment or tokenization that a reference belongs to. */
export const ownerOf = (reference: string): string => reference.split('-')[0] ?? ''

export const workflowIdOf = (kind: ActorPrefix, id: string): string => `${kind}/${id}`

/** Which kind of actor a workflow is, by the beginning of its name. */
export type ActorPrefix = 'pay' | 'tok' | 'dispute'

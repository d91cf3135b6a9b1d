/** Keys that sign are their own: those that we call with prove nothing. */
export const webhookKeyOf = (credential: object): string[] => {
  const { webhookKey } = credential as { webhookKey?: unknown }
  return typeof webhookKey === 'string' ? [webhookKey] : []
}

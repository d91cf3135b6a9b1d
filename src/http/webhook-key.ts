/** Keys that sign are their own: those that we call with prove nothing. */
export const webhookKeyOf = (credential: object, member = 'webhookKey'): string[] => {
  const key = (credential as Record<string, unknown>)[member]
  return typeof key === 'string' ? [key] : []
}

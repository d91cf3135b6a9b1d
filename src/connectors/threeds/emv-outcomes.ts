/** What the status of a transaction means, in the words of EMV 3-D Secure. */
export const emvOutcomes = {
  Y: 'authenticated',
  A: 'authenticated',
  I: 'authenticated',
  C: 'challenge',
  N: 'notAuthenticated',
  R: 'notAuthenticated',
  U: 'authenticationUnavailable',
} as const

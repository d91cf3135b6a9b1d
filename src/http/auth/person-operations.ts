/**
 * What the portal asks for in the name of its people, and all that a session is good for at the API:
 * nobody makes a payment, or reads a card, with what a browser or the portal's process holds.
 */
export const personOperations = [
  ...['listPayments', 'getPayment', 'listTransactions'],
  ...['capturePayment', 'cancelPayment', 'refundPayment', 'advanceClock'],
  ...[
    'listDisputes',
    'getDisputeRates',
    'getDispute',
    'putEvidence',
    'deleteEvidence',
    'submitDispute',
    'acceptDispute',
  ],
  ...['exportPayments', 'exportRefunds', 'exportDisputes', 'exportSettlements'],
  ...['getEvent', 'listEventAttempts', 'resendEvent'],
  ...['listWebhooks', 'getWebhook', 'createWebhook', 'changeWebhook', 'deleteWebhook'],
  ...['rotateWebhookSecret', 'testWebhook'],
  ...['listLinks', 'getLink', 'createLink', 'changeLink', 'getLinkCode'],
  ...['listApiKeys', 'createApiKey', 'revokeApiKey', 'takeOverApiKey'],
  ...['listSettlements', 'downloadSettlement', 'getBalance'],
  ...['getAccount', 'changeAccount', 'putLogo'],
] as const
export type PersonOperation = (typeof personOperations)[number]

const known: ReadonlySet<string> = new Set(personOperations)
export const isPersonOperation = (operationId = ''): boolean => known.has(operationId)

/** How a session of the portal is told from a token and from a key. */
export const SESSION_PREFIX = 'tgs_'

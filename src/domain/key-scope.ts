/** What an API key may be for; the secret of a merchant is for everything. */
export const keyScopes = ['read', 'payments', 'refunds', 'disputes', 'settings'] as const
export type KeyScope = (typeof keyScopes)[number]

/** What a merchant may have at a time. */
export const MOST_KEYS = 50

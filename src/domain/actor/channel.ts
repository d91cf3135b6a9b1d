export const channels = ['PAYWALL', 'MOBILE', 'WEBAPI', 'EBOK', 'CSS'] as const
export type Channel = (typeof channels)[number]

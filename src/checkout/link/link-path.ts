/** Where the page of a payment link is; `linkUrl` is the same with the origin. */
export const linkPath = (linkId: string): string => `/pay/l/${linkId}`

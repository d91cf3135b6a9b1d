/** The hosted page of a payment or a tokenization. */
export const pageUrl = (publicUrl: string, linkId: string): string => `${publicUrl}/pay/${linkId}`

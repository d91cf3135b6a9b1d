/** NEW or PENDING: it has not ended, and its payer may still act. */
export const isOpenStatus = (status: string): boolean => status === 'NEW' || status === 'PENDING'

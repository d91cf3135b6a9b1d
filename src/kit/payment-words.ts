/** What people read in English for the names that the API has. */
export const words = {
  statuses: {
    NEW: 'New',
    PENDING: 'Pending',
    COMPLETED: 'Completed',
    SETTLED: 'Settled',
    REJECTED: 'Rejected',
    CANCELLED: 'Cancelled',
    ERROR: 'Error',
  } as Readonly<Record<string, string>>,
  methods: {
    CARD: 'Card',
    BLIK: 'BLIK',
    PBL: 'Bank transfer',
    GPAY: 'Google Pay',
    APAY: 'Apple Pay',
    C2P: 'Click to Pay',
    UNKNOWN: 'Not chosen yet',
  } as Readonly<Record<string, string>>,
}

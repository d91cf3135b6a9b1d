/** The guides of `docs/guides`, in the order of reading. */
export const guides = [
  { name: 'live-shop', title: 'From zero to a live shop in 15 minutes' },
  { name: 'sign-in', title: 'Sign in' },
  { name: 'first-payment', title: 'First payment' },
  { name: 'payment-links', title: 'Payment links' },
  { name: 'preauthorization', title: 'Preauthorization' },
  { name: 'three-d-secure', title: '3-D Secure' },
  { name: 'blik', title: 'BLIK' },
  { name: 'refunds', title: 'Refunds' },
  { name: 'disputes', title: 'Disputes' },
  { name: 'tokens', title: 'Stored cards' },
  { name: 'notifications', title: 'Notifications' },
  { name: 'verify-notifications', title: 'Verify a notification' },
  { name: 'go-live', title: 'Going live' },
] as const

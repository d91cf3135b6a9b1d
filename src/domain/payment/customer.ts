import type { Customer } from './payment.ts'

/** What is said later is added; another customer than the one who was signed in is not. */
export function changedCustomer(known: Customer, change: Partial<Customer>): Customer {
  const { extCustomerId = known.extCustomerId } = change
  const changed = { ...known, ...change }
  return extCustomerId === known.extCustomerId ? changed : notSignedIn(changed)
}

/** As the customer of a link that goes who knows where. */
export function notSignedIn({ signedIn: _, ...customer }: Customer): Customer {
  return customer
}

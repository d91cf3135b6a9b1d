import { traitsOf } from '../../instrument.ts'
import { present } from '../../present.ts'
import { changedCustomer, notSignedIn } from '../customer.ts'
import type { Operation } from './operation.ts'
import { plain } from './operation.ts'

/** A payment is made, and what is still missing of it is given. */
export const registration = {
  events: {
    created: {
      moves: 'none',
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('registered'),
    },
    detailsGiven: {
      moves: 'none',
      changes: (payment, { instrument, method, device, customer }) => ({
        ...(instrument ? { instrument, method: method ?? traitsOf(instrument.type).method } : {}),
        ...present({ device }),
        ...(customer ? { customer: changedCustomer(payment.customer, customer) } : {}),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('details given'),
    },
    linkRestored: {
      moves: 'none',
      changes: ({ customer }, { linkId, validUntil }) => ({
        linkId,
        customer: notSignedIn(customer),
        ...present({ validUntil }),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('payment page link renewed'),
    },
  },
} satisfies Operation

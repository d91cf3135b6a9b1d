import { z } from 'zod'
import { body } from './body.ts'
import { Country, Email, optional, text, unused, wholeNumber, yesNo } from './fields.ts'

const Day = z.iso.date('must be a date such as 2026-01-31')

/** Of a bill or a parcel. */
export const Address = z.object({
  street: optional(text(255, 'Street and number')),
  postal: optional(text(32, 'Postal code')),
  state: optional(text(64, 'State or province')),
  city: optional(text(128, 'City')),
  country: optional(Country),
})

/** An order may name its own, in whatever form; what is no address is passed over. */
export const ShippingAddress = body(Address)

/** Of no form that could be wrong. */
const asWritten = (description: string) =>
  z.union([z.string(), z.number()], 'must be text').transform(String).describe(description)

const known = {
  extCustomerId: optional(text(128, "The merchant's own id of the customer")),
  name: optional(text(128, 'Full name')),
  firstName: optional(text(128, 'First name')),
  lastName: optional(text(128, 'Last name')),
  extAccountNo: optional(
    text(64, "The customer's account with the merchant; the issuer reads it with 3-D Secure"),
  ),
  billing: optional(Address),
  history: optional(
    z
      .object({
        accountCreated: optional(Day.describe("When the customer's account with you was made")),
        accountChanged: optional(Day.describe('When it was last changed')),
        passwordChanged: optional(Day.describe('When its password was last changed')),
        cardAdded: optional(Day.describe('When the card was added to it')),
        shippingFirstUsed: optional(Day.describe('When the shipping address was first used')),
        purchasesSixMonths: optional(wholeNumber(0, 9_999, 'Purchases in the last six months')),
        transactionsDay: optional(wholeNumber(0, 999, 'Transactions in the last 24 hours')),
        transactionsYear: optional(wholeNumber(0, 999, 'Transactions in the last year')),
        cardsAddedDay: optional(wholeNumber(0, 999, 'Tries to add a card in the last 24 hours')),
        suspicious: optional(yesNo('You have seen something suspicious on the account')),
      })
      .describe('What you know of the customer; the issuer reads it with 3-D Secure'),
  ),
  phone: optional(
    z.object({
      countryCode: optional(asWritten('A calling code (48, +48, 0048) or a country (PL, POL)')),
      phoneNo: optional(
        asWritten(
          'As people write it: with or without the calling code, blanks, dashes, brackets. What ' +
            'cannot be understood is left out, and never refuses the payment',
        ),
      ),
    }),
  ),
}

export const Customer = z
  .object({
    email: Email,
    ...known,
    signedIn: optional(
      yesNo(
        'You have signed this customer in, and the link goes to nobody else: the payment page may ' +
          'show the cards that you have stored for `extCustomerId`',
      ),
    ),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

export const CustomerChange = z
  .object({ email: optional(Email), ...known })
  .meta({ id: 'CustomerChange' })
export type CustomerChange = z.infer<typeof CustomerChange>

const { email: _, extCustomerId, ...ofCustomers } = CustomerChange.shape

/** Whose card is stored. */
export const TokenCustomer = z
  .object({
    email: optional(Email),
    extCustomerId,
    ...unused(
      ofCustomers,
      'Taken and not used: a stored card is known by extCustomerId, or by the e-mail address',
    ),
  })
  .meta({ id: 'TokenCustomer' })

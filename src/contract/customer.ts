import { z } from 'zod'
import { Country, Email, optional, text } from './fields.ts'

const known = {
  extCustomerId: optional(text(128, "The merchant's own id of the customer")),
  name: optional(text(128, 'Full name')),
  firstName: optional(text(128, 'First name')),
  lastName: optional(text(128, 'Last name')),
  extAccountNo: optional(text(64, "The customer's account with the merchant")),
  billing: optional(
    z.object({
      street: optional(text(255, 'Street and number')),
      postal: optional(text(32, 'Postal code')),
      state: optional(text(64, 'State or province')),
      city: optional(text(128, 'City')),
      country: optional(Country),
    }),
  ),
  phone: optional(
    z.object({
      countryCode: optional(
        z
          .string('must be a calling code')
          .regex(/^\+?\d{1,4}$/, 'must be a calling code')
          .describe('48 or +48'),
      ),
      phoneNo: optional(
        z
          .string('must be a phone number')
          .regex(/^[\d ()-]{3,20}$/, 'must be a phone number')
          .describe('Without the calling code'),
      ),
    }),
  ),
}

export const Customer = z.object({ email: Email, ...known }).meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

export const CustomerChange = z
  .object({ email: optional(Email), ...known })
  .meta({ id: 'CustomerChange' })
export type CustomerChange = z.infer<typeof CustomerChange>

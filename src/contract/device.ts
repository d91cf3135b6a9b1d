import { z } from 'zod'
import { optional, text } from './fields.ts'

/** Browsers and SDKs send these as numbers and as text. */
const numeric = (from: number, to: number, description: string) => {
  const problem = `must be a whole number from ${String(from)} to ${String(to)}`
  return z
    .union([z.number(), z.string()], problem)
    .refine((value) => {
      const number = /^-?\d{1,6}$/.test(String(value)) ? Number(value) : NaN
      return number >= from && number <= to
    }, problem)
    .describe(description)
}

const flag = (description: string) =>
  z.union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false').describe(description)

/** What 3-D Secure wants to know of the payer's browser. */
export const BrowserData = z
  .object({
    javascriptEnabled: optional(flag('navigator has JavaScript')),
    javaEnabled: optional(flag('navigator.javaEnabled()')),
    language: optional(
      z
        .string('must be text')
        .max(35, 'must have at most 35 characters')
        .regex(
          /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/,
          'must be a language tag such as pl or en-GB',
        )
        .describe('navigator.language'),
    ),
    colorDepth: optional(numeric(1, 64, 'screen.colorDepth')),
    screenHeight: optional(numeric(0, 999_999, 'screen.height')),
    screenWidth: optional(numeric(0, 999_999, 'screen.width')),
    timezone: optional(numeric(-1440, 1440, 'new Date().getTimezoneOffset()')),
    userAgent: optional(text(2048, 'Has a default')),
    acceptHeader: optional(text(2048, 'Has a default')),
  })
  .meta({ id: 'BrowserData' })

export const Device = z
  .object({
    ip: optional(z.union([z.ipv4(), z.ipv6()], 'must be an IP address').describe("The payer's")),
    name: optional(text(255, 'Name of the device')),
    browserData: optional(BrowserData),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

import { z } from 'zod'
import { CARD_NUMBER_PROBLEM, hasNoCardNumber, oneOf, optional, text } from './fields.ts'

/** Browsers and SDKs send these as numbers and as text. */
const numeric = (from: number, to: number, description: string) => {
  const problem = `must be a whole number from ${String(from)} to ${String(to)}`
  return z
    .union(
      [
        z.number().meta({ type: 'integer', minimum: from, maximum: to }),
        z.string().meta({ pattern: '^-?\\d{1,6}$' }),
      ],
      problem,
    )
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
        .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
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

const uuid = (description: string) =>
  z
    .string('must be a UUID')
    .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'must be a UUID')
    .describe(description)

const base64Url = (length: number, description: string) =>
  z
    .string('must be base64url')
    .regex(new RegExp(String.raw`^[\w-]{1,${String(length)}}$`), 'must be base64url')
    .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
    .describe(description)

/** What the 3-D Secure SDK of an app says of itself: the app channel of EMV 3-D Secure. */
export const SdkData = z
  .object({
    sdkAppID: uuid('Of this installation of the app'),
    sdkTransID: uuid('Of this transaction, made by the SDK'),
    sdkReferenceNumber: text(32, 'Of the SDK, given by EMVCo'),
    sdkMaxTimeout: numeric(5, 99, 'Minutes that the SDK waits for a challenge'),
    sdkEncData: z
      .string('must be a JWE')
      .max(16_000, 'must have at most 16000 characters')
      .regex(/^[\w-]+(\.[\w-]*){4}$/, 'must be a compact JWE')
      .describe('The device, encrypted by the SDK for the directory server'),
    sdkEphemPubKey: z
      .object({
        kty: oneOf(['EC'], 'EC'),
        crv: oneOf(['P-256'], 'P-256'),
        x: base64Url(64, 'base64url'),
        y: base64Url(64, 'base64url'),
      })
      .describe("The SDK's ephemeral public key"),
    messageVersion: optional(
      z
        .string('must be a version')
        .regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/, 'must be a version such as 2.2.0')
        .describe('The protocolVersion of binInfo that the SDK was started with'),
    ),
    deviceRenderOptions: optional(
      z
        .object({
          sdkInterface: oneOf(['01', '02', '03'], 'Native, HTML, or both'),
          sdkUiType: z
            .array(oneOf(['01', '02', '03', '04', '05'], 'Text, one, several, out of band, HTML'))
            .min(1, 'must not be empty')
            .max(5, 'must have at most 5')
            .describe('The screens that it knows'),
        })
        .describe('What the SDK can show; everything when absent'),
    ),
  })
  .meta({ id: 'SdkData' })

export const Device = z
  .object({
    ip: optional(z.union([z.ipv4(), z.ipv6()], 'must be an IP address').describe("The payer's")),
    name: optional(text(255, 'Name of the device. Kept and shown to operators, does nothing')),
    browserData: optional(BrowserData),
    sdkData: optional(SdkData.describe('Of an app, in the place of browserData')),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

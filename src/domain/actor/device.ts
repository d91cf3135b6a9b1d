import { present } from '../present.ts'
export interface Device {
  ip?: string
  name?: string
  browser?: Record<string, string | number | boolean>
  /** What the 3-D Secure SDK of an app says of itself, in the words of EMV 3-D Secure. */
  sdk?: Record<string, SdkValue>
}

export type SdkValue = string | Record<string, string | string[]>

/** The issuer wants to know a browser, or the SDK of an app, before it is asked about the cardholder. */
export const isKnownToIssuers = (device: Device | undefined): boolean =>
  device?.browser !== undefined || device?.sdk !== undefined

/** What a question to the issuer says of the device: an app is no browser. */
export const deviceFacts = ({ browser, sdk, ip }: Device = {}) => ({
  ...(browser && !sdk && { browser }),
  ...present({ sdk }),
  ...(ip && { ip }),
})

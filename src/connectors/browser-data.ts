/** As the merchant or the page gave it: numbers and flags may be text. */
export interface BrowserData {
  javascriptEnabled?: boolean | 'true' | 'false' | undefined
  javaEnabled?: boolean | 'true' | 'false' | undefined
  language?: string | undefined
  colorDepth?: number | string | undefined
  screenHeight?: number | string | undefined
  screenWidth?: number | string | undefined
  /** Minutes between UTC and the payer's clock. */
  timezone?: number | string | undefined
  userAgent?: string | undefined
  acceptHeader?: string | undefined
  ip?: string | undefined
}

/** Apple's leave to show its sheet to one payer: a session of a few minutes, opaque to us. */
export interface ApplePay {
  /** The session as `completeMerchantValidation` wants it, in base64; none when Apple is silent. */
  openSession(request: SessionRequest): Promise<string | undefined>
}

export interface SessionRequest {
  merchantIdentifier: string
  displayName: string
  /** The host that shows the button. */
  domainName: string
}

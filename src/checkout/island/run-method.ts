/** Lets the issuer see the browser, unseen by the payer; the payment does not wait for it long. */
export function runMethod(): void {
  document.querySelector<HTMLFormElement>('form[data-method]')?.submit()
}

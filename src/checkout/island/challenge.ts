/** Shows the issuer's page in a frame of ours, and sends what needs no click at once. */
export function openChallenge(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-challenge]')
  const frame = document.querySelector<HTMLIFrameElement>('iframe[name="challenge"]')
  if (form && frame) {
    frame.hidden = false
    form.target = frame.name
    form.hidden = true
    form.submit()
  }
  document.querySelector<HTMLFormElement>('form[data-at-once]')?.requestSubmit()
}

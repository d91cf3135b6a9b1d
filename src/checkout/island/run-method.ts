/** Lets the issuer see the browser, unseen by the payer; the payment does not wait for it long. */
export function runMethod(): void {
  document.querySelector<HTMLFormElement>('form[data-method]')?.submit()
  const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shows]')
  if (!frame) return
  const { shows = '', tells = '' } = frame.dataset
  // What this page says is passed on; what gets lost is not waited for.
  onmessage = ({ source, origin, data }) => {
    if (source === frame.contentWindow && shows.startsWith(`${origin}/`))
      void fetch(tells, {
        method: 'POST',
        body: new URLSearchParams({ told: JSON.stringify(data) }),
      })
  }
  frame.src = shows
}

/** After a success: back to the shop in a few seconds, unless the payer stays. */
export function returnSoon(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-return]')
  const line = document.querySelector<HTMLElement>('[data-soon]')
  const seconds = line?.querySelector('[data-seconds]')
  if (!link || !line || !seconds) return
  line.hidden = false
  let left = Number(seconds.textContent)
  const timer = setInterval(() => {
    left -= 1
    seconds.textContent = String(left)
    if (left > 0) return
    clearInterval(timer)
    location.assign(link.href)
  }, 1_000)
  line.querySelector('[data-stay]')?.addEventListener('click', () => {
    clearInterval(timer)
    line.hidden = true
    link.focus()
  })
}

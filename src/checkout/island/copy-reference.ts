/** Browsers copy only on a safe page; elsewhere the reference can still be marked. */
export function copyReference(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-copy]')
  // Absent on a page without https.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!button || !clipboard) return
  button.hidden = false
  button.addEventListener('click', () => {
    void clipboard.writeText(button.dataset.copy ?? '').then(() => {
      button.textContent = button.dataset.copied ?? ''
    })
  })
}

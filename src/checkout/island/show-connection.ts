/** Says it when there is no connection, and says no more when there is one again. */
export function showConnection(isThere: boolean): void {
  const known = document.querySelector('.lost')
  if (isThere) known?.remove()
  if (isThere || known) return
  const line = document.createElement('p')
  line.className = 'lost'
  line.setAttribute('role', 'status')
  line.textContent = document.body.dataset.lost ?? ''
  document.querySelector('main')?.prepend(line)
}

/** Asked before something is sent: then the payer hears at once why it was not. */
export function isOffline(): boolean {
  if (navigator.onLine) return false
  showConnection(false)
  return true
}

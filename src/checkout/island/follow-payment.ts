const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000
const TIMEOUT_MS = 40_000

/** Asks what the payer should see, and loads the page again when that is something else. */
export function followPayment(): void {
  // A page out of the browser's memory shows a moment that has passed.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
  const { screen, state } = document.body.dataset
  if (screen !== undefined && state !== undefined) void ask(`${state}?since=${screen}`, screen)
}

async function ask(address: string, shown: string): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const { screen } = (await answer.json()) as { screen?: string }
      tellConnection(true)
      pauseMs = FIRST_PAUSE_MS
      // While a form is on its way, its answer shows what follows.
      if (screen !== undefined && screen !== shown && !('sent' in document.body.dataset)) {
        location.replace(location.pathname)
        return
      }
    } catch {
      tellConnection(false)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function tellConnection(isThere: boolean): void {
  const known = document.querySelector('.lost')
  if (isThere) known?.remove()
  if (isThere || known) return
  const line = document.createElement('p')
  line.className = 'lost'
  line.setAttribute('role', 'status')
  line.textContent = document.body.dataset.lost ?? ''
  document.querySelector('main')?.prepend(line)
}

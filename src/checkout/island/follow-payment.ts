import { showConnection } from './show-connection.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000
const TIMEOUT_MS = 40_000

/** Asks what the payer should see, and loads the page again when that is something else. */
export function followPayment(): void {
  // A page out of the browser's memory shows a moment that has passed.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
  // The browser knows it long before a question that is under way finds out.
  window.addEventListener('offline', () => {
    showConnection(false)
  })
  window.addEventListener('online', () => {
    showConnection(true)
    askNow()
  })
  const { screen, state } = document.body.dataset
  if (screen !== undefined && state !== undefined) void ask(`${state}?since=${screen}`, screen)
}

/** Gives the present question up, or ends the pause before the next. */
let askNow = (): void => undefined

async function ask(address: string, shown: string): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    const question = new AbortController()
    askNow = () => {
      pauseMs = FIRST_PAUSE_MS
      question.abort()
    }
    const timer = setTimeout(askNow, TIMEOUT_MS)
    try {
      const answer = await fetch(address, { signal: question.signal })
      const { screen } = (await answer.json()) as { screen?: string }
      showConnection(navigator.onLine)
      pauseMs = FIRST_PAUSE_MS
      if (screen !== undefined && screen !== shown && mayLoad()) {
        location.replace(ownPage())
        return
      }
    } catch {
      if (!question.signal.aborted) {
        showConnection(false)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
    }
    clearTimeout(timer)
    await new Promise<void>((resolve) => {
      const pause = setTimeout(resolve, pauseMs)
      askNow = () => {
        clearTimeout(pause)
        resolve()
      }
    })
  }
}

/**
 * An answer may still come over a connection from before: loading without a new one would leave the payer
 * with the browser's error. While a form is on its way, its answer shows what follows.
 */
const mayLoad = (): boolean => navigator.onLine && !('sent' in document.body.dataset)

/** The page itself: after a form was shown again the address is that of the form. */
const ownPage = (): string => document.body.dataset.state?.replace(/\/state$/, '') ?? ''

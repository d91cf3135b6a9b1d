const TIMEOUT_MS = 15_000

/** Loads a wallet's script, which the policy of the page allows. */
export function loadScript(src: string): Promise<void> {
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('the script is not there')))
  })
  script.src = src
  document.head.append(script)
  return within(loaded)
}

/** A wallet that says nothing at all has failed. */
export const within = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the wallet says nothing')), TIMEOUT_MS)
    }),
  ])

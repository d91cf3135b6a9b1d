const TIMEOUT_MS = 15_000

/** Cards of the sandbox's wallets: a scenario, and whether the network vouches for the payer. */
const cards = {
  approved: { scenario: 100, authMethod: 'CRYPTOGRAM_3DS' },
  challenge: { scenario: 102, authMethod: 'PAN_ONLY' },
  declined: { scenario: 121, authMethod: 'CRYPTOGRAM_3DS' },
} as const

/** Wallets need a script; with one they are shown, and answer with a token for the form. */
export function offerWallets(): void {
  for (const wallets of document.querySelectorAll<HTMLElement>('[data-needs-script]'))
    wallets.hidden = false
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-mint]'))
    form.addEventListener('submit', (event) => {
      const token = form.querySelector<HTMLInputElement>('[name=token]')
      if (!token || token.value !== '') return
      event.preventDefault()
      void pay(form, token)
    })
}

async function pay(form: HTMLFormElement, token: HTMLInputElement): Promise<void> {
  const failure = form.querySelector<HTMLElement>('.error')
  const button = form.querySelector('button')
  button?.classList.add('busy')
  try {
    token.value = await mint(form)
    form.requestSubmit()
  } catch {
    button?.classList.remove('busy')
    if (!failure) return
    failure.hidden = false
    failure.focus()
  }
}

async function mint({ dataset, elements }: HTMLFormElement): Promise<string> {
  const chosen = [...elements].find((one) => one instanceof HTMLSelectElement)
  const card = cards[(chosen?.value ?? 'approved') as keyof typeof cards]
  const expDate = `${new Date().getFullYear() + 2}12`
  const order = JSON.parse(dataset.order ?? '{}') as object
  const answer = await fetch(dataset.mint ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, ...card, expDate, ...(await sessionOf(dataset.session)) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { token, payload } = (await answer.json()) as { token?: string; payload?: string }
  const made = token ?? payload
  if (!made) throw new Error('no token')
  return made
}

/** Apple shows its sheet only to a merchant that it knows: our server asks for its leave. */
async function sessionOf(address: string | undefined): Promise<object> {
  if (address === undefined) return {}
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { apaySession } = (await answer.json()) as { apaySession?: string }
  if (!apaySession) throw new Error('no session')
  return { apaySession }
}

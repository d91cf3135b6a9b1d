import { openApplePay } from './apple-pay.ts'
import { openGooglePay } from './google-pay.ts'
import { loadScript } from './load-script.ts'

/** Asks the payer's wallet; must be called while a button is being pressed. */
export type AskWallet = () => Promise<string>

type OpenWallet = (order: never, form: HTMLFormElement) => AskWallet | Promise<AskWallet>

const wallets: Record<string, OpenWallet | undefined> = { GPAY: openGooglePay, APAY: openApplePay }

const form = document.querySelector<HTMLFormElement>('form[data-wallet]')
if (form) void offer(form)

/** Shows the button once the wallet can be used here; else says so, and the other methods are left. */
async function offer(form: HTMLFormElement): Promise<void> {
  const part = (name: string) => form.querySelector<HTMLElement>(name)
  const show = (name: string, isShown: boolean): void => {
    const found = part(name)
    if (found) found.hidden = !isShown
  }
  try {
    await loadScript(form.dataset.wallet ?? '')
    const order = JSON.parse(form.dataset.order ?? '{}') as never
    const ask = await wallets[form.dataset.form ?? '']?.(order, form)
    if (!ask) throw new Error('an unknown wallet')
    part('button')?.addEventListener('click', () => void pay(form, ask, show))
    show('button', true)
  } catch {
    show('[data-missing]', true)
    part('[data-missing]')?.focus()
  }
  show('[data-loading]', false)
}

async function pay(
  form: HTMLFormElement,
  ask: AskWallet,
  show: (name: string, isShown: boolean) => void,
): Promise<void> {
  const token = form.querySelector<HTMLInputElement>('[name=token]')
  if (!token || token.value !== '') return
  show('[data-failed]', false)
  try {
    token.value = await ask()
    form.requestSubmit()
  } catch (error) {
    // Who closes the wallet has changed their mind: that is no failure.
    if (!isCancellation(error)) show('[data-failed]', true)
  }
}

const isCancellation = (error: unknown): boolean =>
  (error as { statusCode?: string } | undefined)?.statusCode === 'CANCELED'

import { createSteps } from './click-to-pay-steps.ts'
import type { MaskedCard, Sentence, Validation } from './click-to-pay-steps.ts'
import { loadScript, within } from './load-script.ts'

/** What the script of the networks gives; they call a payer's profile a consumer. */
interface CheckoutServices {
  init(order: object): Promise<unknown>
  getCards(): Promise<MaskedCard[]>
  idLookup(identity: { email: string }): Promise<{ consumerPresent: boolean }>
  initiateValidation(wish?: { requestedValidationChannelId: string }): Promise<Validation>
  validate(given: { value: string }): Promise<MaskedCard[]>
  checkoutWithCard(
    choice: object,
  ): Promise<{ checkoutActionCode: string; checkoutResponse?: string }>
  signOut(): Promise<unknown>
}

const WINDOW = 'popup,width=480,height=600'

const reasons: Record<string, Sentence | undefined> = {
  CODE_INVALID: 'codeWrong',
  CODE_EXPIRED: 'codeExpired',
  RETRIES_EXCEEDED: 'locked',
  ACCT_INACCESSIBLE: 'locked',
}

const form = document.querySelector<HTMLFormElement>('form[data-wallet]')
if (form) void start(form)

/** Cards of a payer whom the networks recognize are shown at once; others say who they are first. */
async function start(form: HTMLFormElement): Promise<void> {
  const steps = createSteps()
  try {
    await loadScript(form.dataset.wallet ?? '')
    const service = createService()
    await within(service.init(JSON.parse(form.dataset.order ?? '{}') as object))
    const cards = await within(service.getCards()).catch(() => [])
    follow(service, steps, form)
    if (!steps.showCards(cards)) steps.show('email')
  } catch {
    steps.show('none')
    steps.say('missing')
  }
}

function createService(): CheckoutServices {
  const { MastercardCheckoutServices } = window as unknown as {
    MastercardCheckoutServices: new () => CheckoutServices
  }
  return new MastercardCheckoutServices()
}

/** What the payer does in each step, and what follows from it. */
function follow(
  service: CheckoutServices,
  steps: ReturnType<typeof createSteps>,
  form: HTMLFormElement,
): void {
  const sendCode = async (channel?: string) => {
    const wish = channel === undefined ? undefined : { requestedValidationChannelId: channel }
    steps.askCode(await within(service.initiateValidation(wish)))
  }
  const signOut = async () => {
    await within(service.signOut())
    steps.show('email')
  }
  steps.on({
    email: async (email) => {
      const { consumerPresent } = await within(service.idLookup({ email }))
      if (consumerPresent) await sendCode()
      else steps.say('unknown')
    },
    code: async (value) => {
      if (!steps.showCards(await within(service.validate({ value })))) steps.say('noCards')
    },
    send: sendCode,
    leave: signOut,
    card: async (srcDigitalCardId, rememberMe) => {
      // While the card is being pressed: later a browser opens no window.
      const windowRef = window.open('', 'click-to-pay', WINDOW)
      if (!windowRef) return steps.say('blocked')
      try {
        const choice = { srcDigitalCardId, rememberMe, windowRef }
        const { checkoutActionCode, checkoutResponse } = await service.checkoutWithCard(choice)
        if (checkoutActionCode === 'SWITCH_CONSUMER') await signOut()
        else if (checkoutActionCode === 'COMPLETE') submit(form, checkoutResponse)
        else if (checkoutActionCode === 'ERROR') steps.say('failed')
        // Whoever closes the window, or wants another card, has the list before them.
      } finally {
        windowRef.close()
      }
    },
    failed: (error) =>
      steps.say(reasons[(error as { reason?: string } | undefined)?.reason ?? ''] ?? 'failed'),
  })
}

function submit(form: HTMLFormElement, response: string | undefined): void {
  const token = form.querySelector<HTMLInputElement>('[name=token]')
  if (!token || response === undefined) throw new Error('no checkout response')
  token.value = response
  form.requestSubmit()
}

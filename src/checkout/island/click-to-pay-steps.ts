export interface MaskedCard {
  srcDigitalCardId: string
  panLastFour: string
  panExpirationMonth?: string
  panExpirationYear?: string
  /** The brand, in small letters. */
  paymentCardDescriptor?: string
  digitalCardData?: { status?: string; descriptorName?: string }
}

export interface Validation {
  maskedValidationChannel?: string
  supportedValidationChannels?: Channel[]
}

/** Where a code can be sent. */
interface Channel {
  validationChannelId: string
  maskedValidationChannel: string
}

type Step = 'email' | 'code' | 'cards' | 'none'

/** What the payer may have to be told; the words are in the page. */
export type Sentence =
  | 'missing'
  | 'failed'
  | 'unknown'
  | 'noCards'
  | 'blocked'
  | 'codeWrong'
  | 'codeExpired'
  | 'locked'

interface Handlers {
  email: (email: string) => Promise<void>
  code: (code: string) => Promise<void>
  /** Sends a code anew, or another way. */
  send: (channel?: string) => Promise<void>
  card: (id: string, rememberMe: boolean) => Promise<void>
  leave: () => Promise<void>
  failed: (error: unknown) => void
}

/** The steps as the page has them: one is shown at a time. */
export function createSteps() {
  let choose: (id: string) => void = () => undefined
  let send: (channel: string) => void = () => undefined

  function show(name: Step): void {
    const isFirst = !all('[data-step=loading]').some(({ hidden }) => hidden)
    for (const step of all('[data-step]')) step.hidden = step.dataset.step !== name
    say(undefined)
    // Nobody's reading is interrupted by what has only loaded.
    if (!isFirst) find(`[data-step=${name}] :is(input, h2)`)?.focus()
  }

  /** False when there is none to choose from. */
  function showCards(cards: MaskedCard[]): boolean {
    const usable = cards.filter(
      ({ digitalCardData: { status = 'ACTIVE' } = {} }) => status === 'ACTIVE',
    )
    if (usable.length === 0) return false
    find('[data-cards]')?.replaceChildren(
      ...usable.map((card) => cardItem(card, () => choose(card.srcDigitalCardId))),
    )
    show('cards')
    return true
  }

  function askCode({
    maskedValidationChannel = '',
    supportedValidationChannels = [],
  }: Validation): void {
    fill('[data-sent]', maskedValidationChannel)
    const others = supportedValidationChannels.filter(
      (one) => one.maskedValidationChannel !== maskedValidationChannel,
    )
    find('[data-channels]')?.replaceChildren(
      ...others.map((one) => channelButton(one, () => send(one.validationChannelId))),
    )
    const code = findInput('[data-step=code] input')
    if (code) code.value = ''
    show('code')
  }

  function on(handlers: Handlers): void {
    const run = oneAtATime(handlers.failed)
    choose = (id) => {
      const remember = findInput('[data-remember]')?.checked === true
      run(() => handlers.card(id, remember))
    }
    send = (channel) => run(() => handlers.send(channel))
    for (const name of ['email', 'code'] as const)
      find(`form[data-step=${name}]`)?.addEventListener('submit', (event) => {
        event.preventDefault()
        const value = findInput(`[data-step=${name}] input`)?.value.trim() ?? ''
        run(() => handlers[name](value))
      })
    find('[data-again]')?.addEventListener('click', () => run(() => handlers.send()))
    find('[data-leave]')?.addEventListener('click', () => run(() => handlers.leave()))
  }

  return { show, say, showCards, askCode, on }
}

/** Tells what went wrong, or that nothing does any more. */
function say(sentence: Sentence | undefined): void {
  const problem = find('[data-problem]')
  if (!problem) return
  problem.textContent = sentence ? (problem.dataset[sentence] ?? '') : ''
  problem.hidden = sentence === undefined
  if (!sentence) return
  // An alert is read out by itself: whoever types goes on in the field.
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  else problem.focus()
}

/** What is pressed while something is under way counts for nothing. */
function oneAtATime(failed: (error: unknown) => void) {
  let isBusy = false
  return (act: () => Promise<void>): void => {
    if (isBusy) return
    isBusy = true
    document.body.classList.add('waits')
    void act()
      .catch(failed)
      .finally(() => {
        isBusy = false
        document.body.classList.remove('waits')
      })
  }
}

function channelButton({ maskedValidationChannel }: Channel, press: () => void): HTMLElement {
  const button = copyOf('[data-channel]')
  fillIn(button, maskedValidationChannel)
  button.addEventListener('click', press)
  return button
}

function cardItem(card: MaskedCard, choose: () => void): HTMLElement {
  const item = copyOf('[data-card]')
  const brand = card.paymentCardDescriptor?.toUpperCase() ?? ''
  const marks = [...item.querySelectorAll<SVGElement>('[data-mark]')]
  for (const mark of marks) if (mark.dataset.mark !== brand) mark.remove()
  const name =
    marks.find(({ dataset }) => dataset.mark === brand)?.getAttribute('aria-label') ??
    card.digitalCardData?.descriptorName ??
    ''
  const { panExpirationMonth: month, panExpirationYear: year } = card
  const until = item.querySelector<HTMLElement>('small')
  fillIn(item.querySelector('[data-name]'), `${name} ••••\u00a0${card.panLastFour}`.trim())
  if (month && year) fillIn(until, `${month}/${year.slice(-2)}`)
  else until?.remove()
  item.querySelector('button')?.addEventListener('click', choose)
  return item
}

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
]

const find = (selector: string): HTMLElement | null => document.querySelector(selector)

const findInput = (selector: string): HTMLInputElement | null => document.querySelector(selector)

const copyOf = (selector: string): HTMLElement => {
  const template = document.querySelector<HTMLTemplateElement>(`template${selector}`)
  return template?.content.firstElementChild?.cloneNode(true) as HTMLElement
}

const fill = (selector: string, value: string): void => fillIn(find(selector), value)

/** The sentence has a place for it. */
function fillIn(element: HTMLElement | null, value: string): void {
  if (element) element.textContent = (element.dataset.text ?? '{}').replace('{}', () => value)
}

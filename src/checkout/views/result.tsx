import type { ComponentChildren } from 'preact'
import type { Page } from '../page.ts'
import type { Screen } from '../screen.ts'
import { formatTime } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'
import { ClockIcon, DoneIcon, FailedIcon } from './icons.tsx'

type Final = Extract<Screen, { name: 'done' | 'failed' | 'expired' | 'cancelled' }>
type Unpaid = Extract<Screen, { name: 'failed' | 'cancelled' }>

/** How it ended, and the way back to the shop. */
export function Result({ page, screen }: { page: Page; screen: Final }) {
  const { t } = page
  const Icon = icons[screen.name]
  return (
    <section class={`result ${screen.name}`}>
      <p class="seal">
        <Icon />
      </p>
      <h1>{resultTitle(page, screen)}</h1>
      {linesOf(page, screen).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl class="facts">
        {screen.name === 'done' && <Receipt page={page} screen={screen} />}
        <div>
          <dt>{t.reference}</dt>
          <dd>
            <span class="number reference">{page.id}</span>{' '}
            <button type="button" class="link" data-copy={page.id} data-copied={t.copied} hidden>
              {t.copy}
            </button>
          </dd>
        </div>
      </dl>
      <WayBack page={page} isDone={screen.name === 'done'} />
    </section>
  )
}

/** What a payer keeps: how, with what and when it was paid. */
function Receipt({ page, screen }: { page: Page; screen: Extract<Screen, { name: 'done' }> }) {
  const { t, kind, language } = page
  const { method, brand, card, at } = screen
  const paidWith = [brand && (brandNames[brand] ?? brand), card].filter(Boolean).join(' ')
  return (
    <>
      {method && <Fact name={t.method}>{t.methods[method][0]}</Fact>}
      {paidWith !== '' && <Fact name={t.storedCard}>{paidWith}</Fact>}
      {kind === 'payment' && at !== undefined && (
        <Fact name={t.date}>
          <time dateTime={new Date(at).toISOString()}>
            {formatTime(language, at, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </Fact>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const brandNames: Partial<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  MAESTRO: 'Maestro',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  UNIONPAY: 'UnionPay',
}

const icons = { done: DoneIcon, failed: FailedIcon, expired: ClockIcon, cancelled: FailedIcon }

export function resultTitle({ t, kind }: Page, screen: Final): string {
  const { name } = screen
  const isPayment = kind === 'payment'
  if (screen.name === 'done') {
    if (!isPayment) return t.savedTitle
    return screen.held ? t.heldTitle : t.paidTitle
  }
  if (name === 'expired') return t.expiredTitle
  if (name === 'cancelled') return isPayment ? t.cancelledTitle : t.cancelledCardTitle
  return isPayment ? t.failedTitle : t.failedCardTitle
}

function linesOf({ t, kind, merchant }: Page, screen: Final): string[] {
  if (screen.name === 'done') {
    if (kind === 'tokenization') return [t.savedText(merchant.name)]
    return [screen.held ? t.heldText(merchant.name) : t.paidText(merchant.name)]
  }
  const isMoney = kind === 'payment'
  if (screen.name === 'expired')
    return [t.reasons.EXPIRED, ...(isMoney ? [t.nothingCharged] : []), t.startAgain]
  return [
    ...reasonIn(t, screen),
    ...(isMoney ? [moneyIn(t, screen)] : []),
    ...(screen.name === 'failed' ? [t.startAgain] : []),
  ]
}

/** What happened, and what became of the money, in two sentences. */
export const whyFailed = (t: Texts, setback: Unpaid): string[] => [
  ...reasonIn(t, setback),
  moneyIn(t, setback),
]

const reasonIn = (t: Texts, { reason }: Unpaid): string[] => (reason ? [t.reasons[reason]] : [])

const moneyIn = (t: Texts, { moneyMayBeOut }: Unpaid): string =>
  moneyMayBeOut ? t.returnedMoney : t.nothingCharged

/** After a success the page goes back by itself, unless the payer wants to stay. */
function WayBack({ page, isDone }: { page: Page; isDone: boolean }) {
  const { t, returnUrl, merchant, inFrame } = page
  if (returnUrl === undefined) return null
  return (
    <>
      <a
        class="button primary"
        href={returnUrl}
        target={inFrame ? '_top' : undefined}
        data-return={isDone ? '' : undefined}
      >
        {t.backTo(merchant.name)}
      </a>
      {isDone && !inFrame && (
        <p class="soon" data-soon hidden>
          {t.backSoon} <span data-seconds>10</span>&nbsp;{t.seconds}{' '}
          <button type="button" class="link" data-stay>
            {t.stay}
          </button>
        </p>
      )}
    </>
  )
}

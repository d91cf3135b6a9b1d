import { renderToString } from 'preact-render-to-string'
import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { linkPath } from './link-path.ts'
import { fieldsOf } from './read-link-form.ts'
import type { LinkField } from './read-link-form.ts'
import { Document } from '../views/document.tsx'
import { OrderHead } from '../views/summary.tsx'
import { LockIcon } from '../views/icons.tsx'
import type { Frame } from '../page.ts'
import { formatAmount } from '../texts/texts.ts'

export interface LinkScreen {
  frame: Frame
  link: PaymentLink
  merchant: { name: string; logoUrl?: string }
  items: string[]
  /** Fixes the payment that the form makes: sent twice, it is one. */
  visit: string
  typed: Readonly<Record<string, string | undefined>>
  wrong: readonly LinkField[]
}

/** The page of a payment link: who is paid and for what, and what is still to be said. */
export function renderLink(screen: LinkScreen): string {
  const { frame, link, merchant, items, visit } = screen
  const { t, language } = frame
  const { price, currency } = link
  const amount =
    'amountMinor' in price ? formatAmount(language, price.amountMinor, currency) : undefined
  return `<!doctype html>${renderToString(
    <Document
      frame={frame}
      title={t.paymentTo(merchant.name)}
      summary={
        <aside class="summary" aria-label={t.order}>
          <OrderHead t={t} merchant={merchant} amount={amount} items={items} />
          <p class="safe">
            <LockIcon /> {t.secured}
          </p>
        </aside>
      }
    >
      <h1>{t.link.title}</h1>
      <form method="post" action={linkPath(link.linkId)}>
        <input type="hidden" name="visit" value={visit} />
        {fieldsOf(link).map((name) => (
          <LinkInput key={name} screen={screen} name={name} />
        ))}
        <button type="submit" class="primary">
          {t.link.goOn}
        </button>
      </form>
    </Document>,
  )}`
}

const inputs = {
  amount: { inputmode: 'decimal', autocomplete: 'off', maxlength: 16 },
  email: { type: 'email', autocomplete: 'email', maxlength: 254 },
  name: { autocomplete: 'name', maxlength: 128 },
  phone: { inputmode: 'tel', autocomplete: 'tel', maxlength: 32 },
  street: { autocomplete: 'address-line1', maxlength: 255 },
  postal: { autocomplete: 'postal-code', maxlength: 32 },
  city: { autocomplete: 'address-level2', maxlength: 128 },
} as const

function LinkInput({ screen, name }: { screen: LinkScreen; name: LinkField }) {
  const { frame, typed, wrong } = screen
  const { labels, errors } = frame.t.link
  const id = `link-${name}`
  const isWrong = wrong.includes(name)
  const hint = hintOf(screen, name)
  const first = wrong[0] ?? fieldsOf(screen.link)[0]
  return (
    <div class="field">
      <label for={id}>{labels[name]}</label>
      <div class="box">
        <input
          type="text"
          {...inputs[name]}
          id={id}
          name={name}
          required
          value={typed[name]}
          autofocus={name === first}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={`${hint === undefined ? '' : `${id}-hint `}${id}-error`}
        />
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`} hidden={!isWrong}>
        {errors[name]}
      </p>
    </div>
  )
}

function hintOf({ frame, link }: LinkScreen, name: LinkField): string | undefined {
  const { t, language } = frame
  const { price, currency } = link
  if (name === 'email') return t.link.emailHint
  if (name !== 'amount' || 'amountMinor' in price) return undefined
  const shown = (minor: number) => formatAmount(language, minor, currency)
  return t.link.between(shown(price.minMinor), shown(price.maxMinor))
}

import { formatTime } from '../texts/texts.ts'
import type { Texts, TimeStyle } from '../texts/texts.ts'
import type { Page } from '../page.ts'
import { isFinal } from '../screen.ts'
import { LockIcon } from './icons.tsx'
import { Countdown } from './countdown.tsx'

const DAY_MS = 86_400_000
const LONG_AMOUNT = 12
const clock: TimeStyle = { timeStyle: 'short' }
const calendar: TimeStyle = { dateStyle: 'medium', timeStyle: 'short' }

/** Who is paid, how much and for what: always in sight. */
export function Summary({ page }: { page: Page }) {
  const { t, merchant, amount, items, order, validUntil, now, language } = page
  const isOpen = !isFinal(page.screen) || page.secondChance !== undefined
  const isToday = validUntil - now < DAY_MS
  return (
    <aside class="summary" aria-label={t.order}>
      <OrderHead t={t} merchant={merchant} amount={amount} items={items} />
      <dl class="facts">
        {order !== undefined && (
          <div>
            <dt>{t.order}</dt>
            <dd class="number">{order}</dd>
          </div>
        )}
        {isOpen && (
          <div>
            <dt>{page.kind === 'payment' ? t.payBefore : t.saveBefore}</dt>
            <dd>
              <time
                dateTime={new Date(validUntil).toISOString()}
                data-today={isToday ? '' : undefined}
              >
                {formatTime(language, validUntil, isToday ? clock : calendar)}
              </time>
              {isToday && (
                <>
                  {' · '}
                  <Countdown until={validUntil} now={now} />
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      {page.note !== undefined && <p class="note">{page.note}</p>}
      <p class="safe">
        <LockIcon /> {t.secured}
      </p>
    </aside>
  )
}

interface HeadProps {
  t: Texts
  merchant: Page['merchant']
  amount: string | undefined
  items: readonly string[]
}

export const OrderHead = ({ t, merchant, amount, items }: HeadProps) => (
  <>
    <p class="merchant">
      {merchant.logoUrl !== undefined ? (
        <img src={merchant.logoUrl} alt="" height="40" referrerpolicy="no-referrer" />
      ) : (
        <span class="initial" aria-hidden="true">
          {[...merchant.name][0]}
        </span>
      )}
      <span>{merchant.name}</span>
    </p>
    {amount !== undefined && (
      <p class={amount.length > LONG_AMOUNT ? 'amount long' : 'amount'}>{amount}</p>
    )}
    {items.length === 1 && <p class="description">{items[0]}</p>}
    {items.length > 1 && (
      <ul class="items" aria-label={t.items}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )}
  </>
)

import type { Page } from '../page.ts'
import type { SavedCard } from '../saved-cards.ts'
import { pagePath } from '../subject.ts'
import { SchemeMark } from './marks.tsx'
import { PageForm } from './page-form.tsx'
import { brandNames } from './result.tsx'

/** The customer's own cards: one click each, and a way to be rid of them that asks first. */
export const SavedCards = ({ page }: { page: Page }) =>
  page.savedCards.length === 0 ? null : (
    <section class="saved" aria-labelledby="saved-cards">
      <h2 id="saved-cards">{page.t.savedCards}</h2>
      <ul>
        {page.savedCards.map((card) => (
          <Card key={card.handle} page={page} card={card} />
        ))}
      </ul>
      <p class="or">{page.t.orPayWith}</p>
    </section>
  )

function Card({ page, card }: { page: Page; card: SavedCard }) {
  const { t } = page
  const name = `${brandNames[card.brand] ?? card.brand} •••• ${card.lastFour}`
  const until = `${card.expDate.slice(4)}/${card.expDate.slice(2, 4)}`
  return (
    <li>
      <PageForm page={page} form="SAVED">
        <input type="hidden" name="card" value={card.handle} />
        <button type="submit" class="card-choice">
          <SchemeMark brand={card.brand} />
          <span>
            {t.payByCard(name)}
            <small>{t.cardUntil(until)}</small>
          </span>
        </button>
      </PageForm>
      <details class="forget">
        <summary aria-label={t.forgetCard(name)}>{t.forget}</summary>
        <form method="post" action={`${pagePath(page.id)}/forget`}>
          <input type="hidden" name="csrf" value={page.csrf} />
          <input type="hidden" name="card" value={card.handle} />
          <p>{t.forgetSure(page.merchant.name)}</p>
          <button type="submit" class="danger">
            {t.forgetCard(name)}
          </button>
        </form>
      </details>
    </li>
  )
}

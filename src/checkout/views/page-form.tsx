import type { ComponentChildren } from 'preact'
import type { Page } from '../page.ts'
import type { FormName } from '../read-form.ts'
import { pagePath } from '../subject.ts'

interface Props {
  page: Page
  form: FormName
  /** Where it goes, when that is not where forms of the page go. */
  action?: string
  children: ComponentChildren
  [data: `data-${string}`]: string
}

/** A form of the page: works as it is, and better with the island. */
export function PageForm({ page, form, action, children, ...data }: Props) {
  const target = action ?? `${pagePath(page.id)}/instrument`
  return (
    <form method="post" action={target} data-form={form} {...data}>
      <input type="hidden" name="csrf" value={page.csrf} />
      <input type="hidden" name="form" value={form} />
      {children}
    </form>
  )
}

export const PayButton = ({ page }: { page: Page }) => (
  <button type="submit" class="primary">
    {page.amount === undefined ? page.t.saveCard : page.t.pay(page.amount)}
  </button>
)

/** Asks once more before it happens, without a script. */
export function CancelForm({ page }: { page: Page }) {
  const { t } = page
  return (
    <details class="cancel">
      <summary>{page.kind === 'payment' ? t.cancelPayment : t.cancelSaving}</summary>
      <form method="post" action={`${pagePath(page.id)}/cancel`}>
        <input type="hidden" name="csrf" value={page.csrf} />
        <p>{t.cancelSure}</p>
        <button type="submit" class="danger">
          {t.cancelYes}
        </button>
      </form>
    </details>
  )
}

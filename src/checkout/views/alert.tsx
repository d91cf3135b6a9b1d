import type { Page } from '../page.ts'

/** What went wrong with the page itself, not with a field. */
export function Alert({ page: { t, problem } }: { page: Page }) {
  if (problem?.alert === undefined) return null
  return (
    <div class="errors" role="alert" tabindex={-1} data-focus>
      <p>{t.errors[problem.alert]}</p>
    </div>
  )
}

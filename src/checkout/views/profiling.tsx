import type { Page } from '../page.ts'
import type { Screen } from '../screen.ts'
import { pagePath } from '../subject.ts'
import { Working } from './waiting.tsx'

interface Props {
  page: Page
  screen: Extract<Screen, { name: 'profiling' }>
}

/** Work in progress, and the issuer's own page beside it: run by the island, in a frame nobody sees. */
export const Profiling = ({ page, screen: { url, serverTransId, asked } }: Props) => (
  <>
    <Working page={page} />
    {asked ? null : (
      <form method="post" action={url} target="method" data-method hidden>
        <input type="hidden" name="threeDSMethodData" value={page.methodData} />
      </form>
    )}
    <iframe
      name="method"
      data-shows={asked ? url : undefined}
      data-tells={asked ? `${pagePath(page.id)}/method?of=${serverTransId}` : undefined}
      title={page.t.challengeFrame}
      sandbox="allow-forms allow-scripts allow-same-origin"
      aria-hidden="true"
      tabindex={-1}
      hidden
    ></iframe>
  </>
)

import type { Page } from '../page.ts'
import { Working } from './waiting.tsx'

interface Props {
  page: Page
  url: string
}

/** Work in progress, and the issuer's own page beside it: run by the island, in a frame nobody sees. */
export const Profiling = ({ page, url }: Props) => (
  <>
    <Working page={page} />
    <form method="post" action={url} target="method" data-method hidden>
      <input type="hidden" name="threeDSMethodData" value={page.methodData} />
    </form>
    <iframe
      name="method"
      title={page.t.challengeFrame}
      sandbox="allow-forms allow-scripts allow-same-origin"
      aria-hidden="true"
      tabindex={-1}
      hidden
    ></iframe>
  </>
)

import type { ComponentChildren } from 'preact'
import type { PageFont } from '../../domain/merchant.ts'
import { locales } from '../texts/texts.ts'
import type { Asset } from '../assets.ts'
import type { Frame } from '../page.ts'
import { LockIcon } from './icons.tsx'
import { LanguageLinks } from './language-links.tsx'

interface Props {
  frame: Frame
  title: string
  /** Of a page that follows its payment: the screen it shows. */
  screenKey?: string
  statePath?: string
  summary?: ComponentChildren
  /** What this page loads besides. */
  scripts?: Asset[]
  children: ComponentChildren
}

/** In the dark our own colours stay: one that is read on white is not read there. */
const lightAccent = (colour: string): string =>
  `@media (prefers-color-scheme: light) { :root { --accent: ${colour}; --accent-strong: ${colour} } }`

/** What devices have of each kind. */
const families: Record<PageFont, string> = {
  sans: "system-ui, 'Segoe UI', Roboto, sans-serif",
  serif: "Charter, 'Bitstream Charter', Cambria, Georgia, serif",
  rounded: "ui-rounded, 'SF Pro Rounded', Quicksand, Nunito, system-ui, sans-serif",
}

/** The whole document around one screen. */
export function Document(props: Props) {
  const { frame, title, screenKey, statePath, summary, scripts = [], children } = props
  const { language, t, nonce, assets, colour, font } = frame
  return (
    <html lang={locales[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link
          rel="stylesheet"
          href={assets.style.path}
          integrity={assets.style.integrity}
          nonce={nonce}
        />
        {colour !== undefined && <style nonce={nonce}>{lightAccent(colour)}</style>}
        {font !== undefined && (
          <style nonce={nonce}>{`:root { font-family: ${families[font]} }`}</style>
        )}
        {[assets.script, ...scripts].map(({ path, integrity }) => (
          <script key={path} src={path} integrity={integrity} nonce={nonce} defer></script>
        ))}
      </head>
      <body
        data-screen={screenKey}
        data-state={statePath}
        data-lost={t.lost}
        data-problems={JSON.stringify(t.problems)}
      >
        <a class="skip" href="#main">
          {t.skip}
        </a>
        <Top frame={frame} />
        <div class={summary === undefined ? 'sheet' : 'sheet wide'}>
          {summary}
          <main id="main">{children}</main>
        </div>
        <Bottom />
      </body>
    </html>
  )
}

const Top = ({ frame: { language, t, path, sandbox } }: { frame: Frame }) => (
  <header class="top">
    <p class="lock">
      <LockIcon /> {t.securePayment}
    </p>
    <nav aria-label="Język / Language">
      <LanguageLinks path={path} language={language} />
    </nav>
    {sandbox && <p class="test">{t.testMode}</p>}
  </header>
)

const Bottom = () => (
  <footer class="bottom">
    <p class="brandmark">Tollgate</p>
  </footer>
)

import type { ComponentChild, ComponentChildren } from 'preact'
import { renderPage } from './page.ts'

interface Entry {
  href: string
  text: string
  isHere: boolean
}

export interface FrameProps {
  lang: string
  title: string
  /** Whose page it is, after the title in a tab. */
  product: string
  /** Of the link that leads past everything to the content. */
  skip: string
  style: string
  scripts?: readonly string[]
  /** What scripts need to know of this page, by name. */
  data?: Readonly<Record<`data-${string}`, string | undefined>>
  home: string
  /** Beside the name, at the top. */
  bar?: ComponentChildren
  menu?: { label: string; entries: readonly Entry[] } | undefined
  children: ComponentChild
}

/** A whole document: the bar, the menu, one heading, and the page below it. */
export const renderFrame = (props: FrameProps): string => renderPage(<Frame {...props} />)

function Frame({ lang, title, skip, bar, menu, children, ...rest }: FrameProps) {
  return (
    <html lang={lang}>
      <Head {...{ title, ...rest }} />
      <body {...rest.data}>
        <a class="skip" href="#main">
          {skip}
        </a>
        <header class="top">
          <div class="bar">
            <a class="brand" href={rest.home}>
              Tollgate
            </a>
            {bar}
          </div>
        </header>
        <div class={menu ? 'frame' : ''}>
          {menu && <Menu {...menu} />}
          <main id="main" class={menu ? '' : 'narrow'}>
            <h1>{title}</h1>
            {children}
          </main>
        </div>
      </body>
    </html>
  )
}

const Head = ({
  title,
  product,
  style,
  scripts = [],
}: Pick<FrameProps, 'title' | 'product' | 'style' | 'scripts'>) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>{`${title} · ${product}`}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href={style} />
    {scripts.map((path) => (
      <script key={path} src={path} defer />
    ))}
  </head>
)

const Menu = ({ label, entries }: NonNullable<FrameProps['menu']>) => (
  <nav class="menu" aria-label={label}>
    <ul>
      {entries.map(({ href, text, isHere }) => (
        <li key={href}>
          <a href={href} aria-current={isHere ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

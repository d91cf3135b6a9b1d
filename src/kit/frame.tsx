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

const Frame = ({ title, children, ...rest }: FrameProps) => (
  <html lang={rest.lang}>
    <Head title={title} {...rest} />
    <body {...rest.data}>
      <Around {...rest}>
        <main id="main" class={rest.menu ? '' : 'narrow'}>
          <h1>{title}</h1>
          {children}
        </main>
      </Around>
    </body>
  </html>
)

type AroundProps = Pick<FrameProps, 'skip' | 'home' | 'bar' | 'menu' | 'children'>

/** What every page has around it: the way past it all, the bar and the menu. */
export const Around = ({ skip, home, bar, menu, children }: AroundProps) => (
  <>
    <a class="skip" href="#main">
      {skip}
    </a>
    <header class="top">
      <div class="bar">
        <a class="brand" href={home}>
          Tollgate
        </a>
        {bar}
      </div>
    </header>
    <div class={menu ? 'frame' : ''}>
      {menu && <Menu {...menu} />}
      {children}
    </div>
  </>
)

interface SearchProps {
  action: string
  method: 'get' | 'post'
  label: string
  hint: string
  value?: string | undefined
}

/** The one box of a back office; `/` leads to it from anywhere. */
export const SearchBox = ({ action, method, label, hint, value }: SearchProps) => (
  <form method={method} action={action} class="search" role="search">
    <label for="search">{label}</label>
    <input
      id="search"
      type="search"
      name="q"
      maxlength={128}
      required
      accesskey="s"
      title={hint}
      data-shortcut="/"
      value={value}
    />
  </form>
)

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

import { readFile } from 'node:fs/promises'
import { guides } from './guides.ts'
import { mistakes } from './mistakes.ts'

/** A page of prose: where it is served, what it is called, and its text in Markdown. */
export interface ProsePage {
  path: string
  title: string
  read: () => Promise<string>
}

const docs = (file: string): Promise<string> =>
  readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8')

/** For merchants, who cannot open what lies in the repository. */
export const prosePages: readonly ProsePage[] = [
  ...guides.map(({ name, title }) => ({
    path: `/docs/guides/${name}`,
    title,
    read: () => docs(`guides/${name}.md`),
  })),
  {
    path: '/docs/mistakes',
    title: 'Mistakes and what they mean',
    read: () => Promise.resolve(mistakes()),
  },
  {
    path: '/docs/notifications',
    title: 'Notifications in detail',
    read: async () => without(await docs('notifications.md'), ['Trying it out', 'For operators']),
  },
  { path: '/docs/portal', title: 'The portal', read: () => docs('portal.md') },
  {
    path: '/docs/test-data',
    title: 'Test data',
    read: async () =>
      `# Test data\n\nThe sandbox does what the data you send ask for, so that programs can rely on it.\n\n${only(
        await docs('sandbox.md'),
        ['Cards', 'Pages that a payer meets', 'BLIK', 'Banks', 'Wallets and tokens', 'Time'],
      )}`,
  },
]

/** The addresses that the guides are written with, as they are here. */
export const atHome = (text: string, here: { api: string; portal: string | undefined }): string =>
  text
    .replaceAll('http://127.0.0.1:8080', here.api.replace(/\/$/, ''))
    .replaceAll('http://127.0.0.1:8082', (here.portal ?? PORTAL).replace(/\/$/, ''))

const PORTAL = 'http://127.0.0.1:8082'

/** Programs that check notifications, as files. */
export const receivers = ['receiver.mjs', 'receiver.py', 'receiver.php'] as const
export const readReceiver = (file: (typeof receivers)[number]): Promise<string> =>
  docs(`receivers/${file}`)

/** Where a link of the repository leads on these pages; undefined when there is no such page here. */
export function servedLink(target: string): string | undefined {
  if (/^(https?:|\/|#)/.test(target)) return target
  const [file = '', heading] = target.replace(/^(\.\.?\/)+/, '').split('#')
  const name = file.replace(/^guides\//, '').replace(/\.md$/, '')
  const path =
    served[file] ??
    (guides.some((guide) => guide.name === name) ? `/docs/guides/${name}` : undefined)
  return path === undefined || heading === undefined ? path : `${path}#${heading}`
}

const served: Readonly<Record<string, string | undefined>> = {
  'mistakes.md': '/docs/mistakes',
  'notifications.md': '/docs/notifications',
  'portal.md': '/docs/portal',
  'sandbox.md': '/docs/test-data',
  ...Object.fromEntries(receivers.map((file) => [`receivers/${file}`, `/docs/receivers/${file}`])),
}

const sectionsOf = (text: string): string[] => text.split(/^(?=## )/m)
const titleOf = (section: string): string => /^## (.+)$/m.exec(section)?.[1] ?? ''

const only = (text: string, titles: string[]): string =>
  sectionsOf(text)
    .filter((section) => section.startsWith('## ') && titles.includes(titleOf(section)))
    .join('')

const without = (text: string, titles: string[]): string =>
  sectionsOf(text)
    .filter((section) => !section.startsWith('## ') || !titles.includes(titleOf(section)))
    .join('')

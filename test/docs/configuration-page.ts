import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeSettings } from '../../src/config.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

export const page = pathOf('docs/operators/configuration.md')

/** The configuration reference, made of the schema and of the words in .env.example. */
export function configurationPage(): string {
  const settings = new Map(describeSettings().map((one) => [one.name, one]))
  const sections = readSections(readFileSync(pathOf('.env.example'), 'utf8'))
  return [
    '# Configuration',
    '',
    'Made from the schema in `src/config.ts` and from `.env.example`; do not edit it by hand:',
    '`node --import tsx test/docs/configuration-page.ts` writes it again, and a test compares.',
    '',
    'A process reads every setting when it starts and refuses to start with all that is wrong at once.',
    'An empty value means: not set. The Temporal settings are those of its own tools.',
    '',
    ...sections.flatMap(({ title, entries }) => [
      `## ${title}`,
      '',
      '| Setting | Default | Meaning | In production |',
      '|---|---|---|---|',
      ...entries.map(({ name, words }) => {
        const setting = settings.get(name)
        const usual = setting?.required
          ? '**needed**'
          : setting?.usual
            ? `\`${setting.usual}\``
            : ''
        const rules = setting?.inProduction.join('; ') ?? ''
        return `| \`${name}\` | ${usual} | ${words} | ${rules} |`
      }),
      '',
    ]),
  ].join('\n')
}

interface Section {
  title: string
  entries: { name: string; words: string }[]
}

function readSections(text: string): Section[] {
  const sections: Section[] = []
  let words: string[] = []
  for (const line of text.split('\n')) {
    const [, title] = /^# --- (.+?) -+$/.exec(line) ?? []
    const [, comment] = /^# ?(.*)$/.exec(line) ?? []
    const [, name] = /^([A-Z0-9_]+)=/.exec(line) ?? []
    if (title) sections.push({ title, entries: [] })
    else if (name) sections.at(-1)?.entries.push({ name, words: words.join(' ') })
    else if (comment) words.push(comment)
    if (title || name || line === '') words = []
  }
  return sections
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, configurationPage())

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeSettings } from '../../src/settings/config.ts'
import { sections } from '../../src/settings/setting-note.ts'
import { otherSettings } from './other-settings.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

export const page = pathOf('docs/operators/configuration.md')
export const example = pathOf('.env.example')

const settings = describeSettings()

/** The configuration reference, made of the schema and its notes. */
export function configurationPage(): string {
  return [
    '# Configuration',
    '',
    'Made from `src/settings/config.ts` and `src/settings/setting-notes.ts`; do not edit it by hand:',
    '`node --import tsx test/docs/configuration-page.ts` writes it and `.env.example` again, and a',
    'test compares.',
    '',
    'A process reads every setting when it starts and refuses to start with all that is wrong at',
    'once. An empty value means: not set. `npm start` sets all of them by itself.',
    '',
    '**For** names who acts by a setting; `api` and `worker` refuse to start without one that is',
    '**needed**, whoever acts by it, `portal` and `cli` (the command line) without those that they',
    'read.',
    '',
    ...sections.flatMap((section) => [
      ...tableOf(section, ['Setting', 'Default', 'For', 'Meaning', 'Example', 'In production']),
      ...settings
        .filter((one) => one.section === section)
        .map(({ name, required, usual, usedBy, meaning, example: value, inProduction }) =>
          row([
            `\`${name}\``,
            required ? '**needed**' : code(usual),
            usedBy.join(', '),
            meaning,
            code(value === usual ? undefined : value),
            inProduction.join('; '),
          ]),
        ),
      '',
    ]),
    ...otherSettings.flatMap(({ title, introduction, entries }) => [
      ...tableOf(title, ['Setting', 'Meaning', 'Example'], introduction),
      ...entries.map(([name, meaning, value]) => row([`\`${name}\``, meaning, code(value)])),
      '',
    ]),
  ].join('\n')
}

/** The same as a file to copy. */
export function exampleFile(): string {
  return [
    '# Every setting of Tollgate. `npm start` sets all of them by itself; copy this file when you',
    '# start the processes on your own. An empty value means: not set. Made from src/settings/setting-notes.ts.',
    ...sections.flatMap((section) => [
      ...heading(section),
      ...settings
        .filter((one) => one.section === section)
        .flatMap(({ name, meaning, example: value }) => [
          ...comment(meaning),
          setting(name, value),
        ]),
    ]),
    ...otherSettings.flatMap(({ title, entries }) => [
      ...heading(title),
      ...entries.flatMap(([name, meaning, value]) => [...comment(meaning), setting(name, value)]),
    ]),
    '',
  ].join('\n')
}

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`.replace(/ {2}\|/g, ' |')
const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

const tableOf = (title: string, columns: string[], introduction = ''): string[] => [
  `## ${title}`,
  '',
  ...(introduction === '' ? [] : [introduction, '']),
  row(columns),
  `|${columns.map(() => '---|').join('')}`,
]

const heading = (title: string): string[] => [
  '',
  `# --- ${title} ${'-'.repeat(88 - title.length)}`,
  '',
]
const setting = (name: string, value = ''): string => `${name}=${value}`

function comment(text: string): string[] {
  const lines: string[] = ['#']
  for (const word of text.replaceAll('`', '').split(' ')) {
    const last = lines.length - 1
    if (`${lines[last] ?? ''} ${word}`.length > 96) lines.push(`# ${word}`)
    else lines[last] = `${lines[last] ?? ''} ${word}`
  }
  return lines
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(page, configurationPage())
  writeFileSync(example, exampleFile())
}

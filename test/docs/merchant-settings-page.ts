import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultSettings } from '../../src/domain/merchant.ts'
import { settingRules } from '../../src/domain/merchant-settings.ts'

export const page = fileURLToPath(
  new URL('../../docs/operators/merchant-settings.md', import.meta.url),
)

const { routes: _1, fees: _2, location: _3, fraudRefunds: _4, ...plain } = defaultSettings
const defaults: Record<string, string | number | boolean | string[]> = plain

/** The settings of merchants, made of their rules. */
export function merchantSettingsPage(): string {
  return [
    '# Settings of merchants',
    '',
    'Made from `src/domain/merchant-settings.ts`; do not edit it by hand:',
    '`node --import tsx test/docs/merchant-settings-page.ts` writes it again, and a test compares.',
    '',
    '`tollgate merchants settings <merchantId> name=value …` changes them; lists have commas, and `name=` clears one. A payment',
    'keeps the settings that it was made with.',
    '',
    '| Setting | Meaning | Values | Default | Example |',
    '|---|---|---|---|---|',
    ...Object.entries(settingRules).map(
      ([name, { meaning, values, example }]) =>
        `| \`${name}\` | ${meaning} | ${values} | ${usual(name)} | \`${name}=${example}\` |`,
    ),
    '',
  ].join('\n')
}

const usual = (name: string): string =>
  defaults[name] === undefined ? 'none' : `\`${String(defaults[name])}\``

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, merchantSettingsPage())

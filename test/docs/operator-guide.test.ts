import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandPaths, program } from '../support/command-paths.ts'

const folder = 'docs/operators'
const guide = readFileSync(join(folder, 'README.md'), 'utf8')
const transcripts = [...guide.matchAll(/```console\n(.*?)```/gs)].map(([, text = '']) => text)
const shown = transcripts.flatMap((text) => text.split(/^\$ npm run tollgate -- /m).slice(1))

describe("the operators' guide", () => {
  test.for(commandPaths())('shows what %s prints', (path) => {
    const found = shown.find((text) => text.startsWith(`${path} `) || text.startsWith(`${path}\n`))
    expect(found?.trim().split('\n').length ?? 0, path).toBeGreaterThan(1)
  })

  test('shows no command or option that there is not', () => {
    for (const text of shown) {
      const line = text.split('\n')[0] ?? ''
      const path = commandPaths().find((one) => `${line} `.startsWith(`${one} `))
      expect(path, line).toBeDefined()
      const options = optionsOf(path ?? '')
      for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(options, line).toContain(option)
    }
  })

  test('every page of operators is linked from it, and it from the front page', () => {
    for (const page of readdirSync(folder).filter((file) => file !== 'README.md'))
      expect(guide, page).toContain(`](${page})`)
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/operators/README.md)')
  })

  test.for(readdirSync(folder).filter((file) => file.endsWith('.md')))(
    '%s links to what is there',
    (page) => {
      const text = readFileSync(join(folder, page), 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
        expect(existsSync(join(dirname(join(folder, page)), link)), link).toBe(true)
    },
  )
})

function optionsOf(path: string): (string | undefined)[] {
  let command = program
  for (const name of path.split(' '))
    command = command.commands.find((one) => one.name() === name) ?? command
  return command.options.map(({ long }) => long)
}

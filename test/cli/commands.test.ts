import { expect, test, vi } from 'vitest'
import { announced, commands, loaded } from '../../src/cli/commands.ts'
import { runProgram } from '../../src/cli/run-program.ts'
import { program } from '../support/command-paths.ts'

test('each command is announced as it is', async () => {
  for (const [name, entry] of Object.entries(commands)) {
    const real = await loaded(name, entry)
    const shown = announced(name, entry)
    const taken = real.registeredArguments.map((one) => (one.required ? '<' : '[') + one.name())
    // A group that takes something does something itself as well.
    const isGroupAlone = real.commands.length > 0 && taken.length === 0
    expect(entry.takes === undefined, name).toBe(isGroupAlone)
    expect(shown.registeredArguments.map((one) => (one.required ? '<' : '[') + one.name())).toEqual(
      taken,
    )
  }
})

test('the help of all commands is the same whether they are loaded or announced', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await runProgram(['--help'])
  const said = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  expect(said).toContain(program.helpInformation().split('Commands:')[1]?.trimEnd())
})

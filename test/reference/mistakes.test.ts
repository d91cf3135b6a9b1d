import { expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusal.ts'
import { mistakes } from '../../src/reference/mistakes.ts'

test('the page that is committed is made of the codes that the code goes by', async () => {
  await expect(mistakes()).toMatchFileSnapshot('../../docs/mistakes.md')
})

test('every error code is in it, with something to do about it', () => {
  for (const [code, [status]] of Object.entries(refusals))
    expect(mistakes()).toMatch(
      new RegExp(`\\| \`${code}\` \\| ${String(status)} \\| .+ \\| .{8,} \\|`),
    )
})

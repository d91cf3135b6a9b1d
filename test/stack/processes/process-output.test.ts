import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ProcessOutput } from '../../../src/stack/processes/process-output.ts'
import { temporaryHome } from '../temporary-home.ts'

test('whoever has closed it reads in its file all that was printed', async () => {
  const path = join(temporaryHome(), 'api-1.log')
  const output = new ProcessOutput(path)
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} of many\n`)
  await printInto(output, lines)
  await output.close()
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
})

test('a log that cannot be written is closed all the same', async () => {
  const output = new ProcessOutput(join(temporaryHome(), 'no-such-folder', 'api-1.log'))
  await printInto(output, ['lost\n'])
  await output.close()
  expect(output.tail()).toBe('lost')
})

function printInto(output: ProcessOutput, lines: string[]): Promise<void> {
  const printed = Readable.from(lines)
  output.read(printed)
  return new Promise((resolve) => printed.once('end', resolve))
}

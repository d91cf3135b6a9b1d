import { expect, test } from 'vitest'
import { file, formatted, typescriptTypes } from './typescript-types.ts'

test('the types of the SDK are those of the API document', async () => {
  await expect(await formatted(typescriptTypes())).toMatchFileSnapshot(file)
})

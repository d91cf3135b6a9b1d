import { expect, test } from 'vitest'
import { ownerOf, toSealed } from '../../src/vault/secret-row.ts'

test('a row is what was sealed, for the merchant and the reference that it names', () => {
  const [wrappedKey, ciphertext] = [Buffer.from('key'), Buffer.from('card')]
  const row = { ref: 'r', merchant_id: 'm', key_id: 'k', wrapped_key: wrappedKey, ciphertext }
  expect(toSealed(row)).toEqual({ keyId: 'k', wrappedKey, ciphertext })
  expect(ownerOf(row)).toEqual({ merchantId: 'm', recordId: 'r' })
})

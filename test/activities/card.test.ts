import { expect, test } from 'vitest'
import { readCard } from '../../activities/card.ts'
import type { Deps } from '../../activities/deps.ts'

const kept = { number: '4000000000001000', expDate: '203012' }
const read = (ref: string) => Promise.resolve(ref === 'kept' ? kept : undefined)
const deps = { vault: { read } } as unknown as Deps

test('a stored card is charged with the expiry that its network has told since', async () => {
  const card = { type: 'COF', vaultRef: 'kept' } as const
  expect(await readCard(deps, card, 'shop')).toEqual(kept)
  const renewed = await readCard(deps, { ...card, expDate: '203209' }, 'shop')
  expect(renewed).toEqual({ ...kept, expDate: '203209' })
})

test('a card that is erased stays erased, whatever is known of it', async () => {
  const erased = { type: 'COF', vaultRef: 'gone', expDate: '203209' } as const
  expect(await readCard(deps, erased, 'shop')).toBeUndefined()
  expect(await readCard(deps, { type: 'COF', expDate: '203209' }, 'shop')).toBeUndefined()
  expect(await readCard(deps, undefined, 'shop')).toBeUndefined()
})

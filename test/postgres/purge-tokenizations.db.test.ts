import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTokenization } from '../../src/domain/tokenization/check-tokenization.ts'
import { execute, many } from '../../src/postgres/db.ts'
import { purgeTokenizations } from '../../src/postgres/retention/purge-tokenizations.ts'
import { readTokenizationEvidence } from '../../src/postgres/review/tokenization-evidence.ts'
import { startTokenizerApp } from '../http/support/tokenizer-app.ts'
import type { TokenizerApp } from '../http/support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const personal = {
  customer: { email: 'jan@example.com' },
  consents: { text: 'Jan Kowalski agrees' },
}

const age = () =>
  execute(
    app.pool,
    `update tokenization set readable_until = now() - interval '1 day'
      where readable_until is not null`,
  )

const everything = async (tokenizerId: string): Promise<string> =>
  JSON.stringify([
    await many(app.pool, 'select * from tokenization where tokenizer_id = $1', [tokenizerId]),
    await many(app.pool, 'select * from card_token where tokenizer_id = $1', [tokenizerId]),
    await many(app.pool, 'select * from journal where owner_id = $1', [tokenizerId]),
    await many(app.pool, 'select * from notification where owner_id = $1', [tokenizerId]),
  ])

const differences = async () => {
  const found = []
  for await (const page of readTokenizationEvidence(app.pool))
    found.push(...page.flatMap(checkTokenization))
  return found
}

test('a token that was discarded is forgotten after its retention, with customer and consent', async () => {
  const { tokenizerId, token } = await app.stored(personal)
  const renewal = { expDate: '203112', lastFour: '1000', saidAt: 1 }
  await app.tokenizations.take(tokenizerId, { name: 'renew', ...renewal })
  await app.at('POST', `${tokenizerId}/discard`, {})
  expect(await purgeTokenizations(app.pool, 10)).toBe(0)
  expect(await everything(tokenizerId)).toMatch(/jan@example.com.*Kowalski/)
  await age()
  expect(await purgeTokenizations(app.pool, 10)).toBe(1)
  expect(await everything(tokenizerId)).not.toMatch(/jan@|kowalski/i)
  expect(
    await many(app.pool, 'select * from journal where owner_id = $1', [tokenizerId]),
  ).not.toEqual([])
  expect(await differences()).toEqual([])
  expect(await purgeTokenizations(app.pool, 10)).toBe(0)
  // Its number is never given out again.
  const dead = await app.services.cardTokens.find('shop', token.instrumentNo ?? '')
  expect(dead?.status).toBe('DISCARDED')
})

test('one that came to nothing is forgotten too; a card that is stored stays whole', async () => {
  const kept = await app.stored(personal)
  const id = await app.tokenizerId(personal)
  await app.at('POST', `${id}/cancel`, {})
  await age()
  expect(await purgeTokenizations(app.pool, 10)).toBe(1)
  expect(await everything(id)).not.toMatch(/jan@|kowalski/i)
  expect((await app.at('GET', kept.tokenizerId)).body.consents.statement).toEqual(personal.consents)
  expect(await differences()).toEqual([])
})

test('nobody takes anything out of a journal before that time', async () => {
  const { tokenizerId } = await app.stored(personal)
  const scrub = `select scrub_journal(jsonb_build_array(jsonb_build_object(
    'owner_id', owner_id, 'version', version, 'events', '[{}]'::jsonb)))
    from journal where owner_id = $1 and version = 1`
  await expect(many(app.pool, scrub, [tokenizerId])).rejects.toThrow('append-only')
})

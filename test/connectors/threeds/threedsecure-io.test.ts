import { afterAll, beforeAll, expect, test } from 'vitest'
import { asciiIn } from '../../../src/connectors/threeds/threedsecure-io/ascii.ts'
import { definition } from '../../../src/connectors/threeds/threedsecure-io/definition.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { authenticationQuestion } from '../authentication-question.ts'
import { threeDsPeers } from '../conformance/threeds-peers.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const peer = threeDsPeers['threedsecure-io']!
const opened = (change: object = {}) => {
  const { settings, credential } = peer.account(sandbox.url)
  return definition.open({ settings: { ...(settings as object), ...change }, credential })
}
const questionOf = (scenario: number, change = {}) =>
  authenticationQuestion(scenario, {
    browser: { language: 'pl-PL', ip: '192.0.2.1', javascriptEnabled: true },
    notificationUrl: `${sandbox.gateway.url}/acs`,
    resultsUrl: `${sandbox.gateway.url}/results`,
    ...change,
  })
const expire = (id: string) => sandbox.post(`/threedsecure-io/simulator/names/${id}/expire`)

test('letters with marks are sent without them: the server takes nothing else', async () => {
  expect(asciiIn({ a: 'Łucja Żółć', b: [{ c: 'Ægir Straße' }], d: 1 })).toEqual({
    a: 'Lucja Zolc',
    b: [{ c: 'Aegir Strasse' }],
    d: 1,
  })
  const payer = { name: 'Łucja Żółć' }
  expect(await opened().authenticate(questionOf(100, { payer }))).toMatchObject({
    type: 'authenticated',
  })
})

test('a name that has expired while the issuer looked at the browser is followed by another', async () => {
  const stale = await opened().lookUp!(questionOf(102).number)
  const { threeDSServerTransID: serverTransId } = stale as { threeDSServerTransID: string }
  await expire(serverTransId)
  const method = { serverTransId, indicator: 'Y' as const }
  const challenge = await opened().authenticate(questionOf(102, { method }))
  expect(challenge).toMatchObject({ type: 'challenge', pull: true })
  const { serverTransId: renewed } = challenge as { serverTransId: string }
  expect(renewed).not.toBe(serverTransId)
  expect(await opened().result(renewed)).toEqual({ type: 'pending' })
})

test('a result that is not kept any more is lost, or still waited for, as the account says', async () => {
  const challenge = await opened().authenticate(questionOf(102))
  if (challenge.type !== 'challenge') throw new Error('no challenge')
  const { serverTransId } = challenge
  await peer.answer(sandbox, challenge, true)
  expect(await opened().result(serverTransId)).toMatchObject({ type: 'final' })
  await expire(serverTransId)
  expect(await opened().result(serverTransId)).toEqual({ type: 'notFound' })
  const patient = opened({ missingResult: 'pending' })
  expect(await patient.result(serverTransId)).toEqual({ type: 'pending' })
})

test('an account without the acquirer that authorises is refused: liability would not shift', () => {
  const { credential } = peer.account(sandbox.url)
  const settings = { url: `${sandbox.url}/threedsecure-io` }
  expect(() => definition.open({ settings, credential })).toThrow(/acquirer/)
})

test('nobody is told: what the issuer says is asked for', async () => {
  const challenge = await opened().authenticate(questionOf(102))
  if (challenge.type !== 'challenge') throw new Error('no challenge')
  await peer.answer(sandbox, challenge, false)
  expect(await opened().result(challenge.serverTransId)).toMatchObject({
    type: 'final',
    outcome: { type: 'failed', transStatus: 'N' },
  })
  expect(sandbox.gateway.caught.filter(({ path }) => path === '/results')).toEqual([])
})

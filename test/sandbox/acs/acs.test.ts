import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorization } from '../acquirer/requests.ts'
import { formOf, keys, startSandbox, until } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { areq } from '../threeds/requests.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.gateway.caught.length = 0
})

async function openChallenge(scenario: number, changes: object = {}, session = 'session-1') {
  const ares = (await sandbox.post('/threeds/authentications', areq(sandbox, scenario, changes)))
    .body
  const { threeDSServerTransID, acsTransID } = ares
  const creq = encode({
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID,
    acsTransID,
  })
  const answer = await sandbox.submit(ares.acsURL, { creq, threeDSSessionData: session })
  return { ares, page: await answer.text(), status: answer.status }
}

async function decide(page: string, decision: Record<string, string>) {
  const { action, fields } = formOf(page)
  const answer = await sandbox.submit(action, { ...fields, ...decision })
  return formOf(await answer.text())
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString())
const results = () => sandbox.gateway.caught.filter(({ path }) => path === '/results')
const ask = async (id: string) => (await sandbox.get(`/threeds/authentications/${id}`)).body

describe('the page', () => {
  test('says what is paid to whom, and needs no script', async () => {
    const { page, status } = await openChallenge(102)
    expect(status).toBe(200)
    expect(page).toContain('99.99 PLN')
    expect(page).toContain('Shop &amp; &quot;Sons&quot;')
    expect(page).toContain('<label for="otp">')
    expect(page).toMatch(/<button[^>]*name="cancel"/)
    expect(page).not.toContain('<script')
  })

  test.each(['', 'rubbish', encode({ acsTransID: 'other' })])(
    'tells a browser with the request "%s" to start again',
    async (creq) => {
      expect((await sandbox.submit('/acs/challenge', { creq })).status).toBe(400)
    },
  )
})

describe('the decision', () => {
  test('the right code: a signed message first, then the browser goes back', async () => {
    const { ares, page } = await openChallenge(102)
    const back = await decide(page, { otp: '123456' })

    const [message, ...others] = results()
    expect(others).toHaveLength(0)
    expect(message?.body).toMatchObject({ messageType: 'RReq', transStatus: 'Y', eci: '05' })
    expect(message?.body).toMatchObject({ dsTransID: ares.dsTransID, messageCategory: '01' })
    const signature = createHmac('sha256', keys.threeds)
      .update(message?.text ?? '')
      .digest('hex')
    expect(message?.signature).toBe(signature)

    expect(back.action).toBe(`${sandbox.gateway.url}/back?from=acs&x=1`)
    expect(back.fields.threeDSSessionData).toBe('session-1')
    expect(decode(back.fields.cres)).toMatchObject({ messageType: 'CRes', transStatus: 'Y' })
    expect(await ask(ares.threeDSServerTransID)).toEqual(message?.body)
  })

  test('any other code fails', async () => {
    const { page } = await openChallenge(102)
    const back = await decide(page, { otp: '000000' })
    expect(results()[0]?.body).toMatchObject({ transStatus: 'N', transStatusReason: '01' })
    expect(results()[0]?.body.authenticationValue).toBeUndefined()
    expect(decode(back.fields.cres).transStatus).toBe('N')
  })

  test('cancel gives up', async () => {
    const { page } = await openChallenge(102)
    await decide(page, { otp: '', cancel: 'yes' })
    expect(results()[0]?.body).toMatchObject({ transStatus: 'N', challengeCancel: '01' })
  })

  test('is made once: a second click or a reload changes nothing', async () => {
    const { page } = await openChallenge(102)
    await decide(page, { otp: '123456' })
    const back = await decide(page, { otp: '000000' })
    expect(decode(back.fields.cres).transStatus).toBe('Y')
    expect(results()).toHaveLength(1)
  })

  test('a browser without session data goes back without', async () => {
    const { page } = await openChallenge(102, {}, '')
    expect((await decide(page, { otp: '123456' })).fields.threeDSSessionData).toBeUndefined()
  })

  test('the message is repeated until it is accepted', async () => {
    sandbox.gateway.answers.push(500, 503)
    const { page } = await openChallenge(102)
    await decide(page, { otp: '123456' })
    await until(() => results().length === 3)
    expect(new Set(results().map(({ text }) => text)).size).toBe(1)
  })

  test('108: the message comes after the browser is back', async () => {
    const { ares, page } = await openChallenge(108)
    await decide(page, { otp: '123456' })
    expect(results()).toHaveLength(0)
    expect(await ask(ares.threeDSServerTransID)).toEqual({ transStatus: 'C' })
    await until(() => results().length === 1)
    expect(await ask(ares.threeDSServerTransID)).toMatchObject({ transStatus: 'Y' })
  })

  test('109: the message comes twice', async () => {
    const { page } = await openChallenge(109)
    await decide(page, { otp: '123456' })
    await until(() => results().length === 2)
    expect(results()[0]?.text).toBe(results()[1]?.text)
  })

  test('128: after a passed challenge the acquirer approves', async () => {
    const { ares, page } = await openChallenge(128, { threeDSRequestorChallengeInd: '04' })
    await decide(page, { otp: '123456' })
    const { eci, authenticationValue: cavv, transStatus } = results()[0]?.body ?? {}
    const authentication = { eci, cavv, transStatus, dsTransId: ares.dsTransID, version: '2.2.0' }
    const answer = await sandbox.post('/acquirer/authorize', authorization(128, { authentication }))
    expect(answer.body.responseCode).toBe('00')
  })
})

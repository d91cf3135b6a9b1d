import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canRun } from '../support/interpreters.ts'
import type { Answer, Asked } from './run-client.ts'

/** A client of one file, and how its language says what a test wants of it. */
interface OneFileClient {
  language: string
  interpreter: string
  run(
    program: string,
    answers: Answer[],
    ...args: string[]
  ): Promise<{ asked: Asked[]; said: string }>
  programs: Record<
    'pay' | 'readRefused' | 'readWithSecret' | 'secretRefused' | 'listEvents' | 'verify',
    string
  >
}

/** What every client of one file does, where its interpreter is there. */
export function behavesAsClient({ language, interpreter, run, programs }: OneFileClient): void {
  describe.runIf(canRun(interpreter))(`the client for ${language}`, () => {
    test('repeats under the same key, as late as it is told', async () => {
      const busy: Answer = [503, { code: 'unavailable' }, { 'retry-after': '1' }]
      const slow: Answer = [408, { code: 'request_timeout' }]
      const { asked, said } = await run(programs.pay, [busy, slow, [200, { paymentId: 'p' }]])
      expect(said).toBe('p')
      expect(asked).toHaveLength(3)
      expect(asked[0]?.key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      expect(asked[1]?.key).toBe(asked[0]?.key)
      expect(asked[0]?.bearer).toBe('Bearer tgk_k')
    })

    test('tells a refusal with its code, and does not repeat it', async () => {
      const { asked, said } = await run(programs.readRefused, [
        [404, { code: 'payment_not_found', requestId: 'r-1' }],
      ])
      expect(said).toBe('404 payment_not_found r-1')
      expect(asked).toHaveLength(1)
    })

    test('fetches a token, and another one when it was ended', async () => {
      const token = (name: string): Answer => [200, { access_token: name, expires_in: 600 }]
      const { asked } = await run(programs.readWithSecret, [
        ...[token('one'), [401, { code: 'unauthorized' }] satisfies Answer],
        ...[token('two'), [200, {}] satisfies Answer],
      ])
      expect(asked.map(({ path, bearer }) => [path, bearer])).toEqual([
        ['/auth', undefined],
        ['/balance', 'Bearer one'],
        ['/auth', undefined],
        ['/balance', 'Bearer two'],
      ])
    })

    test('a wrong secret is a refusal, and is not tried again and again', async () => {
      const wrong: Answer = [401, { code: 'invalid_credentials' }]
      const { asked, said } = await run(programs.secretRefused, [wrong, wrong])
      expect(said).toBe('invalid_credentials')
      expect(asked.length).toBeLessThanOrEqual(2)
    })

    test('reads a list page after page', async () => {
      const { asked, said } = await run(programs.listEvents, [
        [200, { events: [{ eventId: 'a' }, { eventId: 'b' }], nextCursor: 'b' }],
        [200, { events: [{ eventId: 'c' }] }],
      ])
      expect(said).toBe('abc')
      expect(asked.map(({ path }) => path)).toEqual(['/events?limit=2', '/events?limit=2&cursor=b'])
    })

    test('verifies what is genuine, and nothing else', async () => {
      const at = String(Math.floor(Date.now() / 1_000))
      const body = '{"paymentId":"p"}'
      const signature = createHmac('sha256', 'old').update(`e_1.${at}.${body}`).digest('base64')
      const headers = { 'Webhook-Id': 'e_1', 'webhook-timestamp': at }
      const given = JSON.stringify({ ...headers, 'webhook-signature': `v1,${signature}` })
      const { said } = await run(programs.verify, [], body, given)
      expect(said.split('\n')).toEqual(['p', ...Array<string>(6).fill('refused')])
    })
  })
}

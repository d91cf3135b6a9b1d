import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer } from './run-client.ts'
import { runClient } from './run-client.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

const run = (program: string, answers: Answer[], ...args: string[]) =>
  runClient(['python3', '-c', `from tollgate import *\n${program}`], answers, {
    args,
    env: { PYTHONPATH: 'sdk/python', PYTHONDONTWRITEBYTECODE: '1' },
  })

const withKey = 'import sys\ntollgate = Tollgate(sys.argv[1], api_key="tgk_k")\n'

describe.runIf(hasPython)('the client for Python', () => {
  test('repeats under the same key, as late as it is told', async () => {
    const busy: Answer = [503, { code: 'unavailable' }, { 'retry-after': '1' }]
    const { asked, said } = await run(
      `${withKey}print(tollgate.call("POST", "/payment", {"order": {}})["paymentId"])`,
      [busy, [200, { paymentId: 'p' }]],
    )
    expect(said).toBe('p')
    expect(asked[0]?.key).toMatch(/^[\da-f-]{36}$/)
    expect(asked[1]?.key).toBe(asked[0]?.key)
    expect(asked[0]?.bearer).toBe('Bearer tgk_k')
  })

  test('tells a refusal with its code, and does not repeat it', async () => {
    const { asked, said } = await run(
      `${withKey}try:\n  tollgate.call("GET", "/payment/p")\nexcept TollgateError as error:\n  print(error.status, error.code, error.request_id)`,
      [[404, { code: 'payment_not_found', requestId: 'r-1' }]],
    )
    expect(said).toBe('404 payment_not_found r-1')
    expect(asked).toHaveLength(1)
  })

  test('fetches a token, and another one when it was ended', async () => {
    const token = (name: string): Answer => [200, { access_token: name, expires_in: 600 }]
    const { asked } = await run(
      'import sys\nTollgate(sys.argv[1], merchant_id="1", secret="s").call("GET", "/balance")',
      [token('one'), [401, { code: 'unauthorized' }], token('two'), [200, {}]],
    )
    expect(asked.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/auth', undefined],
      ['/balance', 'Bearer one'],
      ['/auth', undefined],
      ['/balance', 'Bearer two'],
    ])
  })

  test('reads a list page after page', async () => {
    const { asked, said } = await run(
      `${withKey}print([row["eventId"] for row in tollgate.items("/events", "events", limit=2)])`,
      [
        [200, { events: [{ eventId: 'a' }, { eventId: 'b' }], nextCursor: 'b' }],
        [200, { events: [{ eventId: 'c' }] }],
      ],
    )
    expect(said).toBe("['a', 'b', 'c']")
    expect(asked.map(({ path }) => path)).toEqual(['/events?limit=2', '/events?limit=2&cursor=b'])
  })

  test('verifies what is genuine, and nothing else', async () => {
    const at = String(Math.floor(Date.now() / 1_000))
    const body = '{"paymentId":"p"}'
    const signature = createHmac('sha256', 'old').update(`e_1.${at}.${body}`).digest('base64')
    const headers = { 'Webhook-Id': 'e_1', 'webhook-timestamp': at }
    const given = JSON.stringify({ ...headers, 'webhook-signature': `v1,${signature}` })
    const program = `import sys, json
body, headers = sys.argv[2], json.loads(sys.argv[3])
print(verify_webhook(body, headers, ["new", "old"])["paymentId"])
for wrong in [(body + " ", headers, "old"), (body, headers, "new"), (body, {}, "old"), (body, headers, "old", time.time() + 400)]:
  try:
    print("taken", verify_webhook(*wrong))
  except WebhookVerificationError:
    print("refused")`
    const { said } = await run(program, [], body, given)
    expect(said.split('\n')).toEqual(['p', 'refused', 'refused', 'refused', 'refused'])
  })
})

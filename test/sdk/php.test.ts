import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer } from './run-client.ts'
import { runClient } from './run-client.ts'

const hasPhp = spawnSync('php', ['--version']).status === 0

const run = (program: string, answers: Answer[], ...args: string[]) =>
  runClient(['php', '-r', `require 'sdk/php/Tollgate.php';\n${program}`, '--'], answers, { args })

const withKey = "$tollgate = new Tollgate($argv[1], apiKey: 'tgk_k');\n"

describe.runIf(hasPhp)('the client for PHP', () => {
  test('repeats under the same key, as late as it is told', async () => {
    const busy: Answer = [503, { code: 'unavailable' }, { 'retry-after': '1' }]
    const { asked, said } = await run(
      `${withKey}echo $tollgate->call('POST', '/payment', ['order' => []])['paymentId'];`,
      [busy, [200, { paymentId: 'p' }]],
    )
    expect(said).toBe('p')
    expect(asked[0]?.key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(asked[1]?.key).toBe(asked[0]?.key)
    expect(asked[0]?.bearer).toBe('Bearer tgk_k')
  })

  test('tells a refusal with its code, and does not repeat it', async () => {
    const { asked, said } = await run(
      `${withKey}try { $tollgate->call('GET', '/payment/p'); } catch (TollgateError $e) { echo "$e->status $e->problem $e->requestId"; }`,
      [[404, { code: 'payment_not_found', requestId: 'r-1' }]],
    )
    expect(said).toBe('404 payment_not_found r-1')
    expect(asked).toHaveLength(1)
  })

  test('fetches a token, and another one when it was ended', async () => {
    const token = (name: string): Answer => [200, { access_token: name, expires_in: 600 }]
    const { asked } = await run(
      "(new Tollgate($argv[1], merchantId: '1', secret: 's'))->call('GET', '/balance');",
      [token('one'), [401, { code: 'unauthorized' }], token('two'), [200, {}]],
    )
    expect(asked.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/auth', undefined],
      ['/balance', 'Bearer one'],
      ['/auth', undefined],
      ['/balance', 'Bearer two'],
    ])
  })

  test('a wrong secret is a refusal, and is not tried again and again', async () => {
    const { asked, said } = await run(
      "try { (new Tollgate($argv[1], merchantId: '1', secret: 's'))->call('GET', '/balance'); } catch (TollgateError $e) { echo $e->problem; }",
      [
        [401, { code: 'invalid_credentials' }],
        [401, { code: 'invalid_credentials' }],
      ],
    )
    expect(said).toBe('invalid_credentials')
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  test('reads a list page after page', async () => {
    const { asked, said } = await run(
      `${withKey}foreach ($tollgate->items('/events', 'events', ['limit' => 2]) as $row) echo $row['eventId'];`,
      [
        [200, { events: [{ eventId: 'a' }, { eventId: 'b' }], nextCursor: 'b' }],
        [200, { events: [{ eventId: 'c' }] }],
      ],
    )
    expect(said).toBe('abc')
    expect(asked.map(({ path }) => path)).toEqual(['/events?limit=2', '/events?limit=2&cursor=b'])
  })

  test('verifies what is genuine, and nothing else', async () => {
    const at = String(Math.floor(Date.now() / 1_000))
    const body = '{"paymentId":"p"}'
    const signature = createHmac('sha256', 'old').update(`e_1.${at}.${body}`).digest('base64')
    const headers = { 'Webhook-Id': 'e_1', 'webhook-timestamp': at }
    const given = JSON.stringify({ ...headers, 'webhook-signature': `v1,${signature}` })
    const program = `[, , $body, $json] = $argv; $headers = json_decode($json, true);
echo Tollgate::verifyWebhook($body, $headers, ['new', 'old'])['paymentId'], PHP_EOL;
foreach ([[$body . ' ', $headers, 'old'], [$body, $headers, 'new'], [$body, [], 'old'], [$body, $headers, 'old', time() + 400]] as $wrong) {
  try { Tollgate::verifyWebhook(...$wrong); echo 'taken', PHP_EOL; }
  catch (WebhookVerificationError) { echo 'refused', PHP_EOL; }
}`
    const { said } = await run(program, [], body, given)
    expect(said.split('\n')).toEqual(['p', 'refused', 'refused', 'refused', 'refused'])
  })
})

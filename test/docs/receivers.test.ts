import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMerchantClient } from '../../src/connectors/merchant/client.ts'
import { sign } from '../../src/connectors/merchant/sign.ts'
import { numbered } from '../../src/domain/actor/notification.ts'
import { choosePort } from '../support/choose-port.ts'

const receivers = [
  { command: process.execPath, file: 'receiver.mjs' },
  { command: 'python3', file: 'receiver.py' },
].filter(({ command }) => spawnSync(command, ['--version']).status === 0)

const { eventId, body } = numbered(
  'payment',
  {
    paymentId: 'pay',
    status: 'COMPLETED',
    extOrderId: 'zamówienie "7" 😀',
    amount: 1234567.5,
    currency: 'PLN',
  },
  'pay',
  1,
  Date.now(),
)

describe.each(receivers)('the example $file', (receiver) => {
  test('takes what is genuine and refuses everything else', async () => {
    const send = await startReceiver(receiver, 'current')
    const genuine = signed('current')
    expect(await send(genuine, body)).toBe(200)
    expect(await send(genuine, body.replace('COMPLETED', 'REJECTED'))).toBe(401)
    expect(await send(signed('wrong'), body)).toBe(401)
    expect(await send(sign(body, { eventId, secrets: ['current'], atMs: 0 }), body)).toBe(401)
    expect(await send({ ...genuine, signature: '00' }, body)).toBe(401)
    expect(await send({ ...genuine, 'webhook-signature': 'v1,AA' }, body)).toBe(401)
    expect(await send({}, 'not JSON')).toBe(401)
    expect(await send(genuine, body)).toBe(200)
  })

  test('takes what comes while a secret is rotated, whether it knows the new or the old', async () => {
    for (const known of ['new', 'old']) {
      const send = await startReceiver(receiver, known)
      expect(await send(signed('new', 'old'), body)).toBe(200)
    }
  })
})

const signed = (...secrets: string[]) => sign(body, { eventId, secrets, atMs: Date.now() })

async function startReceiver({ command, file }: (typeof receivers)[number], secret: string) {
  const port = await choosePort()
  const path = fileURLToPath(new URL(`../../docs/receivers/${file}`, import.meta.url))
  const child = spawn(command, [path], {
    env: { PATH: process.env.PATH, PORT: String(port), NOTIFICATION_SECRET: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const trustedOrigin = `http://127.0.0.1:${String(port)}`
  const client = createMerchantClient({ sandbox: true, trustedOrigin })
  onTestFinished(async () => {
    await client.close()
    child.kill()
  })
  await once(child.stdout, 'data')
  return async (headers: Record<string, string>, text: string) => {
    const answer = await client.deliver({ url: `${trustedOrigin}/payment`, headers, body: text })
    return answer.type === 'answered' ? answer.status : answer.problem
  }
}

test('the guide shows the receivers as they are', () => {
  const read = (file: string) =>
    readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
  const guide = read('guides/verify-notifications.md')
  for (const file of ['receiver.mjs', 'receiver.py', 'receiver.php'])
    expect(guide).toContain(read(`receivers/${file}`).trimEnd())
})

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMerchantClient } from '../../src/connectors/merchant/client.ts'
import { sign } from '../../src/connectors/merchant/sign.ts'
import { numbered } from '../../src/domain/actor/notification.ts'
import { choosePort } from '../support/choose-port.ts'
import { canRun } from '../support/interpreters.ts'
import { until } from '../support/until.ts'

const receivers = [
  { command: 'node', file: 'receiver.mjs', optionsAt: () => [] },
  { command: 'python3', file: 'receiver.py', optionsAt: () => [] },
  { command: 'php', file: 'receiver.php', optionsAt: (origin: URL) => ['-S', origin.host] },
]

const { eventId, body } = numbered(
  'payment',
  {
    paymentId: 'pay',
    status: 'COMPLETED',
    extOrderId: 'zamówienie "7" 😀',
    // More digits than PHP prints of a number by itself.
    amount: 1234567890123.25,
    currency: 'PLN',
  },
  'pay',
  1,
  Date.now(),
)

for (const receiver of receivers)
  describe.runIf(canRun(receiver.command))(`the example ${receiver.file}`, () => {
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
      expect(await send({}, '5')).toBe(401)
      // As long as a good one in letters, and longer in bytes.
      const foreign = (text = '') => text.replace(/[A-Za-z0-9]$/, 'é')
      expect(await send({ ...genuine, signature: foreign(genuine['signature']) }, body)).toBe(401)
      const listed = foreign(genuine['webhook-signature']?.replaceAll('=', 'x'))
      expect(await send({ ...genuine, 'webhook-signature': listed }, body)).toBe(401)
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

async function startReceiver(receiver: (typeof receivers)[number], secret: string) {
  const { command, file, optionsAt } = receiver
  const port = await choosePort()
  const trustedOrigin = `http://127.0.0.1:${String(port)}`
  const path = fileURLToPath(new URL(`../../docs/receivers/${file}`, import.meta.url))
  const child = spawn(command, [...optionsAt(new URL(trustedOrigin)), path], {
    env: { PATH: process.env.PATH, PORT: String(port), NOTIFICATION_SECRET: secret },
    stdio: 'ignore',
  })
  const client = createMerchantClient({ sandbox: true, trustedOrigin })
  onTestFinished(async () => {
    await client.close()
    child.kill()
  })
  const send = async (headers: Record<string, string>, text: string) => {
    const answer = await client.deliver({ url: `${trustedOrigin}/payment`, headers, body: text })
    return answer.type === 'answered' ? answer.status : answer.problem
  }
  await until(
    `${file} answers`,
    () => send({}, '{}'),
    (answer) => answer === 401,
  )
  return send
}

test('the guide shows the receivers as they are', () => {
  const read = (file: string) =>
    readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
  const guide = read('guides/verify-notifications.md')
  for (const { file } of receivers) expect(guide).toContain(read(`receivers/${file}`).trimEnd())
})

import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { choosePort } from '../support/choose-port.ts'
import { canRun } from '../support/interpreters.ts'
import { runProgramGuide } from '../support/program-guide.ts'
import { asReader } from '../support/reader.ts'
import { openMerchant, stack } from '../support/world.ts'

const TIMEOUT_MS = 180_000

/** A page of the repository as a newcomer follows it, with a merchant to whom something has happened. */
async function follow(page: string): Promise<string[]> {
  const merchant = await openMerchant({}, { notified: false })
  const { merchantId, secret } = merchant.account
  await merchant.call('POST', '/payment', { ...merchant.body(), instrument: card(visa(100)) })
  const { folder, env } = await asReader()
  const own = { GATEWAY: stack.api, MERCHANT_ID: merchantId, MID: merchantId, SECRET: secret }
  const given = { ...env, ...own, PORT: String(await choosePort()) }
  const said = await runProgramGuide(new URL(`../../${page}`, import.meta.url), {
    folder,
    env: given,
  })
  return said.trim().split('\n')
}

test.concurrent(
  'the first payment of the README is made by pasting it',
  { timeout: TIMEOUT_MS },
  async () => {
    const said = JSON.parse((await follow('README.md')).join('')) as object
    expect(said).toMatchObject({
      order: { amount: 99.99 },
      status: expect.stringMatching(/^[A-Z]+$/),
    })
  },
)

test.concurrent(
  'the samples of the client for TypeScript run as they stand on its page',
  { timeout: TIMEOUT_MS },
  async () => {
    const said = await follow('sdk/typescript/README.md')
    expect(said).toContainEqual(expect.stringMatching(/^NEW: send the payer to http/))
    expect(said).toContain('payment.pending')
    expect(said.at(-1)).toBe('a forged message is answered 401')
  },
)

describe.each([
  { page: 'sdk/python/README.md', command: 'python3' },
  { page: 'sdk/php/README.md', command: 'php' },
])('$page', ({ page, command }) => {
  test.runIf(canRun(command))(
    'its samples run as they stand there',
    { timeout: TIMEOUT_MS },
    async () => {
      const said = await follow(page)
      expect(said[0]).toMatch(/^NEW: send the payer to http/)
      expect(said).toContain('payment.pending')
      expect(said.at(-1)).toMatch(/^refused: the timestamp is missing/)
    },
  )
})

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createAccountGuard } from '../../src/connectors/account-guard.ts'
import { checkAddresses as checkByCommand } from '../../src/desk/merchants/check-addresses.ts'
import { changeAccount } from '../../src/http/endpoints/change-account.ts'
import { checkAddresses } from '../../src/http/intake/check-addresses.ts'
import { checkWebhookUrl } from '../../src/http/lists/webhook-view.ts'
import { endpoints } from '../../src/http/routes.ts'
import { definitionOf } from './support/definition-of.ts'

/** Spellings of our own network, and of what is no address of a merchant's server. */
const hostile = [
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0177.0.0.1/'],
  ...['https://0x7f000001/', 'https://0x7f.0.0.1/', 'https://0/', 'https://0.0.0.0/'],
  ...['https://[::]/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:a00:1]/'],
  ...['https://[64:ff9b::10.0.0.1]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://[2002:7f00:1::]/'],
  ...['https://169.254.169.254/latest/', 'https://[fe80::1]/', 'https://[fd00:ec2::254]/'],
  ...['https://10.0.0.1/', 'https://192.168.0.1/', 'https://100.64.0.1/', 'https://localhost/'],
  ...['https://localhost./', 'https://db.internal./', 'https://metadata.google.internal/'],
  ...['https://127.0.0.1./', 'https://①②⑦.0.0.1/', 'https://127。0。0。1/', 'https://%3127.0.0.1/'],
  ...['https://shop.example@10.0.0.1/', 'https://user:pass@shop.example/', 'https://@10.0.0.1/'],
  ...['https:\\\\10.0.0.1/', 'https:/10.0.0.1/', ' https://10.0.0.1/', 'https://10.0.0.1\t/'],
  ...['http://shop.example/', 'ftp://shop.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
  ...['https://shop.example:5432/', 'https://shop.example:22/', '//shop.example/', 'shop.example'],
]
const GOOD = 'https://shop.example/hooks?shop=1'

const config = {
  environment: 'production',
  sandboxReceiverUrl: undefined,
  server: { publicUrl: 'https://pay.example' },
} as const
const merchant = { merchantId: 'shop', settings: { methods: [], appLinks: [] } }
const caller = { merchant } as never

/** Every place that takes an address which we call ourselves; each throws when it may not be called. */
const doors: Record<string, (url: string) => unknown> = {
  'options.asyncNotify of a payment': (url) =>
    checkAddresses({ config: config as never }, caller, {}, url),
  'url of a webhook': (url) => checkWebhookUrl({ config: config as never }, url),
  'notificationURL of the account': (url) =>
    changeAccount.handle(
      { config, accounts: { change: changed }, merchants: { find: changed } } as never,
      { body: { notificationURL: url }, caller } as never,
    ),
  'notificationUrl by the command line': (url) => {
    checkByCommand(config, { notificationUrl: url })
  },
  'url of an account at a provider': (url) =>
    createAccountGuard('production', async () => ['93.184.216.34'])({ url }),
}
class Changed extends Error {}
const changed = () => Promise.reject(new Changed())

describe.for(Object.entries(doors))('%s, in production', ([, open]) => {
  const isRefused = async (url: string): Promise<boolean> => {
    try {
      await open(url)
      return false
    } catch (error) {
      return !(error instanceof Changed)
    }
  }

  test('takes no spelling of our own network, nor what is no public https address', async () => {
    const taken: string[] = []
    for (const url of hostile) if (!(await isRefused(url))) taken.push(url)
    expect(taken).toEqual([])
  })

  test('takes a server of a merchant', async () => {
    expect(await isRefused(GOOD)).toBe(false)
  })
})

test('no other member of a request takes an address that we call', () => {
  const found = endpoints
    .filter(({ path }) => !path.startsWith('/notifications/'))
    .flatMap(({ body }) => (body ? addressesIn(body, []) : []))
  expect([...new Set(found)].sort()).toEqual(
    [
      // Ours to call; the doors above.
      ...['notificationURL', 'options.asyncNotify', 'url'],
      // Browsers go there; judged by `addressProblems` with the others.
      ...['logoURL', 'redirectURL', 'merchant.acsNotificationURL', 'merchant.redirectURL'],
      'merchant.url',
      // Taken and not used.
      ...['agent.acsNotificationURL', 'agent.redirectURL', 'agent.url'],
    ].sort(),
  )
})

/** Members that take an address and no other text, or are called so. */
function addressesIn(schema: z.ZodType, path: readonly string[]): string[] {
  const { type, shape, element, innerType, options, ...pipe } = definitionOf(schema)
  if (shape)
    return Object.entries(shape).flatMap(([name, one]) => addressesIn(one, [...path, name]))
  if (element) return addressesIn(element, path)
  if (innerType) return addressesIn(innerType, path)
  if (pipe.in && pipe.out)
    return addressesIn(definitionOf(pipe.in).type === 'transform' ? pipe.out : pipe.in, path)
  if (type === 'union') return (options ?? []).flatMap((one) => addressesIn(one, path))
  const takes = (text: string): boolean => schema.safeParse(text).success
  const isAddress = takes(GOOD) && (!takes('some text') || /url$/i.test(path.at(-1) ?? ''))
  return isAddress ? [path.join('.')] : []
}

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '../../src/http/routes.ts'
import { definitionOf } from './support/definition-of.ts'

const CARD = '4532015112830366'
/** One for each form that a text member may ask for. */
const texts = [
  CARD,
  '4532 0151 1283 0366',
  '4532-0151-1283-0366',
  `https://shop.example/${CARD}`,
  `payer@${CARD}.example`,
  'pl-4532-0151-1283-0366',
  `${CARD}.0.0`,
  `eyJ.${CARD}.a.b.c`,
]

/** Members that take such a text, and why nothing of it is stored or shown in the clear. */
const open: Record<string, string> = {
  instrumentNo: 'where a card number belongs: into the vault, or only looked up by its fingerprint',
  encInstrumentNo: 'encrypted to our key',
  encExpDate: 'encrypted to our key',
  encCvv: 'encrypted to our key',
  token: 'of a wallet: verified, decrypted, never kept',
  payload: 'of a wallet: verified, decrypted, never kept',
  sdkEncData: 'encrypted to the directory server',
  shipping: 'read as an address, whose members refuse it; the rest is dropped',
  merchantId: 'must name a merchant that there is',
  paymentId: 'must name one of the caller’s own',
  refPaymentId: 'must name one of the caller’s own',
  subpaymentId: 'must name one of the payment’s own',
  disputeId: 'must name one of the caller’s own',
  picture: 'bytes of a picture, kept without the texts beside it; what is none is refused',
  body: 'evidence, read by an intake that refuses card numbers in texts and files',
  transId: 'must name one of the payment’s own',
  refundId: 'must name one of the payment’s own',
  instrumentRef: 'must name one of the caller’s own',
  visualId: 'must name one that there is',
  reference: 'compared with what a provider has called it, and kept nowhere',
  phoneNo: 'what is no phone number is left out',
  countryCode: 'what is no calling code is left out',
  cursor: 'must be one that we have made',
  after: 'must be one that we have made',
}

const fromMerchants = endpoints.filter(({ path }) => !path.startsWith('/notifications/'))

describe.each(fromMerchants.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s',
  (_, one) => {
    test('no text of it takes a card number, in whatever spelling', () => {
      expect(doorsIn(one).filter((path) => !(nameIn(path) in open))).toEqual([])
    })
  },
)

test('every member on the list is a member of some request', () => {
  const used = new Set(fromMerchants.flatMap(doorsIn).map(nameIn))
  expect(Object.keys(open).filter((name) => !used.has(name))).toEqual([])
})

const doorsIn = ({ params, query, body }: (typeof endpoints)[number]): string[] =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? doorsOf(schema, part) : [],
  )

const nameIn = (path: string): string => path.split('.').at(-1) ?? ''

/** The paths of all members that take one of the texts. */
function doorsOf(schema: z.ZodType, path: string): string[] {
  const { type, shape, element, innerType, options, ...pipe } = definitionOf(schema)
  if (shape) return Object.entries(shape).flatMap(([name, one]) => doorsOf(one, `${path}.${name}`))
  if (element) return doorsOf(element, path)
  if (innerType) return doorsOf(innerType, path)
  if (pipe.in && pipe.out)
    return doorsOf(definitionOf(pipe.in).type === 'transform' ? pipe.out : pipe.in, path)
  if (type === 'union' && options?.some((one) => definitionOf(one).shape))
    return options.flatMap((one) => doorsOf(one, path))
  return texts.some((text) => schema.safeParse(text).success) ? [path] : []
}

import { describe, expect, test } from 'vitest'
import { CreatePaymentRequest } from '../../src/contract/payment.ts'
import { CaptureRequest, AdjustmentRequest, RefundRequest } from '../../src/contract/commands.ts'
import { AccountChange } from '../../src/contract/account.ts'
import { examples } from '../../src/contract/examples.ts'
import { checkFields } from '../../src/http/middleware/check-fields.ts'
import type { FieldError } from '../../src/http/refused.ts'
import { Refused } from '../../src/http/refused.ts'
import { endpoints } from '../../src/http/routes.ts'
import { membersOf } from './support/members.ts'

const bodies = endpoints.flatMap(({ operationId = '', body, reads }) =>
  body && !reads ? [{ operationId, body }] : [],
)
const members = bodies.flatMap(({ operationId, body }) =>
  membersOf(body).map((member) => ({ ...member, operationId, body })),
)

/** What the API answers to such a body: what is wrong with it, field by field. */
function errorsOf(body: (typeof bodies)[number]['body'], value: unknown): FieldError[] {
  try {
    checkFields({ body: { schema: body, value } })
    return []
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    return refused.options.errors ?? []
  }
}

/** A body in which the member stands, and as little as possible around it. */
const placed = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => {
    if (name === '0') return [inner]
    return inner === undefined ? {} : { [name]: inner }
  }, value)

const errorAt = (member: (typeof members)[number], value: unknown) =>
  errorsOf(member.body, placed(member.path, value)).find(
    ({ field }) => field === member.path.join('.'),
  )?.message

const isMoneyOfCommand = ({ operationId, path }: (typeof members)[number]) =>
  /^(capture|adjust|refund)Payment$/.test(operationId) && path.join('.') === 'amount'

/** Without these it is all the money, or somebody else's share: empty is wrong there, not absent. */
const choosesMoney = ({ path }: (typeof members)[number]) =>
  /^(subpaymentId|commission|limit)$/.test(path.at(-1) ?? '')

describe('what merchants leave empty', () => {
  test('there are members enough to speak of', () => {
    expect(members.filter(({ takesText }) => takesText).length).toBeGreaterThan(150)
  })

  test('an empty text is absent where it may be, and missing where it may not', () => {
    const wrong = members
      .filter((one) => one.takesText && !isMoneyOfCommand(one) && !choosesMoney(one))
      .filter((one) => errorAt(one, '') !== errorAt(one, undefined))
    expect(wrong.map(({ operationId, path }) => `${operationId}: ${path.join('.')}`)).toEqual([])
  })

  test('null is absent where it may be, and missing where it may not', () => {
    const wrong = members
      .filter((one) => !isMoneyOfCommand(one) && one.operationId !== 'changeAccount')
      .filter((one) => one.path.at(-1) !== '0' && errorAt(one, null) !== errorAt(one, undefined))
    expect(wrong.map(({ operationId, path }) => `${operationId}: ${path.join('.')}`)).toEqual([])
  })

  test.for([
    ['', 'is missing'],
    [null, 'is missing'],
    [undefined, 'is missing'],
  ] as const)('needed members that are %j are missing', ([value, message]) => {
    const body = { channel: value, method: value, merchant: { merchantId: value } }
    expect(errorsOf(CreatePaymentRequest, body)).toEqual(
      ['channel', 'method', 'merchant.merchantId', 'customer', 'order'].map((field) => ({
        field,
        message,
      })),
    )
  })

  test("a public client's checkout with an empty phone is taken", () => {
    const [example] = Object.values(examples['createPayment']?.requests ?? {})
    const { customer, ...rest } = example as { customer: object }
    const phone = { countryCode: '', phoneNo: '' }
    const parsed = CreatePaymentRequest.parse({
      ...rest,
      customer: { ...customer, name: '', phone },
    })
    expect(parsed.customer).toEqual({ ...customer, phone: {} })
  })

  test('a field of the account that was emptied is one that is not set', () => {
    expect(AccountChange.parse({ url: '', pageColour: '' })).toEqual({
      url: null,
      pageColour: null,
    })
  })
})

describe('money', () => {
  test.for([
    ['capture', CaptureRequest],
    ['adjustment', AdjustmentRequest],
    ['refund', RefundRequest],
  ] as const)('of a %s that is null or empty never means all', ([, schema]) => {
    for (const amount of [null, '', [], {}, false])
      expect(errorsOf(schema, { amount })).toMatchObject([{ field: 'amount' }])
    expect(errorsOf(CaptureRequest, {})).toEqual([])
  })
})

describe('what chooses which money moves', () => {
  test('is wrong when it is empty, wherever it stands', () => {
    const chosen = members.filter(choosesMoney)
    expect(new Set(chosen.map(({ path }) => path.join('.')))).toEqual(
      new Set([
        ...['subpaymentId', 'order.commission', 'order.subpayments.0.commission'],
        'options.registerAlias.limit',
      ]),
    )
    const isRefused = ({ body, path }: (typeof members)[number]) =>
      errorsOf(body, placed(path, '')).some(
        ({ field, message }) => path.join('.').startsWith(field) && message.startsWith('must '),
      )
    const taken = chosen.filter((one) => !isRefused(one))
    expect(taken.map(({ operationId, path }) => `${operationId}: ${path.join('.')}`)).toEqual([])
  })

  test('every other member of a refund, a capture, an adjustment or a cancel moves no other money', () => {
    const others = members
      .filter(({ operationId }) => /^(capture|adjust|refund|cancel)Payment$/.test(operationId))
      .filter((one) => !isMoneyOfCommand(one) && !choosesMoney(one))
    expect(new Set(others.map(({ path }) => path.join('.')))).toEqual(
      new Set(['final', 'description', 'reason', 'extRefundId']),
    )
  })
})

describe('errors', () => {
  test('speak in words of ours, whatever is sent in whatever member', () => {
    const foreign = members.flatMap((one) =>
      [0, 'x'.repeat(70_000), true, [], {}, [[]], ''].flatMap((value) =>
        errorsOf(one.body, placed(one.path, value))
          .filter(({ message }) => /invalid|expected|received|too (big|small)/i.test(message))
          .map(({ field, message }) => `${one.operationId}: ${field} ${message}`),
      ),
    )
    expect([...new Set(foreign)]).toEqual([])
  })

  test('a member called like something that every object has is unknown, and no failure', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":""},"constructor":{"prototype":""}}')
    for (const { body, operationId } of bodies)
      expect(() => errorsOf(body, value), operationId).not.toThrow()
  })

  test('an agent that is text is told what it must be', () => {
    expect(errorsOf(CreatePaymentRequest, { agent: '' })).toContainEqual({
      field: 'agent',
      message: 'must be an object',
    })
  })

  test('an unknown member of the account is named', () => {
    expect(errorsOf(AccountChange, { colour: 'red' })).toEqual([
      { field: 'colour', message: 'is not yours to set' },
    ])
  })
})

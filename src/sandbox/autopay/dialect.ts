import { createHash } from 'node:crypto'
import type { Answer } from '../answer.ts'
import { escapeHtml } from '../html.ts'
import type { Call, Dialect } from '../provider.ts'

/** What callers may send, in the order of the hash. */
const orders: Record<string, readonly string[]> = {
  '/payment': [
    ...['ServiceID', 'OrderID', 'Amount', 'Description', 'GatewayID', 'Currency'],
    ...['CustomerEmail', 'Language', 'CustomerIP', 'Title', 'CustomerPhone', 'ValidityTime'],
    ...['LinkValidityTime', 'RecurringAcceptanceState', 'RecurringAction', 'ClientHash'],
    ...['AuthorizationCode', 'BlikUIDKey', 'BlikUIDLabel', 'BlikAMKey', 'ReturnURL'],
    ...['RecurringValidityTime', 'BlikPPLabel'],
  ],
  '/gatewayList/v3': ['ServiceID', 'MessageID', 'Currencies', 'Language'],
  '/webapi/transactionStatus': ['ServiceID', 'OrderID'],
  '/webapi/transactionCancel': ['ServiceID', 'MessageID', 'RemoteID', 'OrderID'],
  '/webapi/balanceGet': ['ServiceID', 'MessageID'],
  '/settlementapi/transactionRefund': ['ServiceID', 'MessageID', 'RemoteID', 'Amount', 'Currency'],
  '/settlementapi/outDetails/v2': ['serviceId', 'messageId', 'method'],
}

const isJson = (path: string) => path.startsWith('/gatewayList') || path.includes('outDetails')

/** Autopay knows its callers by the hash of what they say, and answers in XML or JSON by path. */
export const autopayDialect: Dialect = {
  refuse: (status, name) => xmlError(status, name.toUpperCase()),
  referenceOf: (call) => referenceIn(call),
  accountOf: ({ body }) => textIn(body, 'ServiceID') || textIn(body, 'serviceId'),
  holdsKey({ path, body }, key) {
    const order = orders[path]
    const { Hash, hash = Hash, ...fields } = body
    if (!order || Object.keys(fields).some((name) => !order.includes(name))) return false
    return (
      hash ===
      hashOf(
        order.map((name) => textIn(body, name)),
        key,
      )
    )
  },
  unauthorized: ({ path }) =>
    isJson(path)
      ? { status: 200, body: { errorStatus: 'INVALID_HASH', errorStatusCode: 7 } }
      : xmlError(406, 'INVALID_HASH'),
}

/** Under which name the books keep it: the caller's own, where it gave one. */
export const referenceIn = ({ requestId, body }: Call): string =>
  requestId ?? textIn(body, 'OrderID')

export const textIn = (body: Call['body'], name: string): string => {
  const value = body[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const hashOf = (values: readonly string[], key: string): string =>
  createHash('sha256')
    .update([...values.filter((value) => value !== ''), key].join('|'))
    .digest('hex')

type Leaf = readonly [name: string, value: string | readonly Leaf[]]

/** A signed document: its hash follows from its values in their order. */
export function signedXml(root: string, leaves: readonly Leaf[], key: string): string {
  const hash = hashOf(leaves.flatMap(valuesIn), key)
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${render([root, [...leaves, ['hash', hash]]])}`
}

export const xml = (root: string, leaves: readonly Leaf[], key: string): Answer =>
  asXml(200, signedXml(root, leaves, key))

const xmlError = (status: number, name: string): Answer =>
  asXml(
    status,
    render([
      'error',
      [
        ['statusCode', '7'],
        ['name', name],
        ['description', name],
      ],
    ]),
  )

const asXml = (status: number, text: string): Answer => ({
  status,
  body: {},
  text: { type: 'text/xml', text },
})

const valuesIn = ([, value]: Leaf): string[] =>
  typeof value === 'string' ? [value] : value.flatMap(valuesIn)

const render = ([name, value]: Leaf): string =>
  `<${name}>${typeof value === 'string' ? escapeHtml(value) : value.map(render).join('')}</${name}>`

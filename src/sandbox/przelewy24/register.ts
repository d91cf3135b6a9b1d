import { randomBytes } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { Journal } from '../journal.ts'
import type { Call, Provider } from '../provider.ts'
import type { Books, Transaction } from './books.ts'
import { no, posIdOf, signOf, textIn, whole, yes } from './dialect.ts'

/** The ways to pay. */
export const methods = [
  { id: 20, name: 'Test bank', group: 'FastTransfers', status: true },
  { id: 25, name: 'Second test bank', group: 'FastTransfers', status: true },
  { id: 31, name: 'Bank on holiday', group: 'FastTransfers', status: false },
  { id: 181, name: 'BLIK', group: 'Blik', status: true },
  { id: 218, name: 'Cards', group: 'Credit Card', status: true },
]

/** Whether its payer pays by card, on the page. */
export const isCard = ({ method }: Pick<Transaction, 'method'>): boolean =>
  methods.some(({ id, group }) => id === method && group === 'Credit Card')

interface Parts {
  provider: Provider
  journal: Journal
  key: string
}

export function addRegistration({ provider, journal, key }: Parts, books: Books): void {
  provider.post('/api/v1/transaction/register', 'register', (call) => begin(call))
  provider.get('/api/v1/testAccess', 'probe', () => ({
    status: 200,
    body: { data: true, error: '' },
  }))
  provider.get('/api/v1/payment/methods/:language', 'list', ({ baseUrl }) =>
    yes(methods.map((method) => ({ ...method, ...looks(baseUrl) }))),
  )

  function begin(call: Call): Answer {
    const { body } = call
    const wrong = problem(call, key)
    if (wrong !== undefined) return no(400, wrong)
    const sessionId = textIn(body, 'sessionId')
    if (books.transactions.all.has(sessionId)) return no(400, 'Session already used')
    const transaction: Transaction = {
      sessionId,
      reference: call.requestId ?? sessionId,
      token: randomBytes(16).toString('hex').replace(/\d/g, 'x').toUpperCase(),
      orderId: books.newNumber(),
      merchantId: whole(body, 'merchantId'),
      posId: whole(body, 'posId'),
      amount: whole(body, 'amount'),
      paidAmount: whole(body, 'amount'),
      currency: textIn(body, 'currency'),
      method: Number(body['method'] ?? 181),
      email: textIn(body, 'email'),
      urlReturn: textIn(body, 'urlReturn'),
      urlStatus: textIn(body, 'urlStatus'),
      urlBlik: textIn(body, 'urlCardPaymentNotification'),
      methodRefId: textIn(body, 'methodRefId'),
      registers: body['referenceRegister'] === true,
      status: 0,
      course: 'ignore',
    }
    journal.record(books.transactions.save(transaction))
    return yes({ token: transaction.token })
  }
}

const wanted = ['sessionId', 'currency', 'description', 'email', 'country', 'language', 'urlReturn']
const longest: Record<string, number> = {
  sessionId: 100,
  email: 50,
  description: 1024,
  urlReturn: 250,
  urlStatus: 250,
}

/** What is wrong with a registration. */
function problem(call: Call, key: string): string | undefined {
  const { body } = call
  const missing = wanted.find((name) => textIn(body, name) === '')
  if (missing !== undefined) return `${missing} is required`
  const long = Object.entries(longest).find(([name, most]) => textIn(body, name).length > most)
  if (long) return `${long[0]} is too long`
  const { sessionId, merchantId, amount, currency } = body
  if (whole(body, 'posId') !== posIdOf(call)) return 'Incorrect posId'
  if (body['sign'] !== signOf({ sessionId, merchantId, amount, currency }, key))
    return 'Incorrect CRC value'
  const chosen = methods.find(({ id }) => id === body['method'])
  return body['method'] !== undefined && chosen?.status !== true
    ? 'Payment method is not available'
    : undefined
}

const looks = (baseUrl: string) => ({
  subgroup: '',
  mobile: true,
  mobileImgUrl: '',
  imgUrl: `${baseUrl}/bank/icons/SIMBANK.svg`,
  availabilityHours: { mondayToFriday: '00-24', saturday: '00-24', sunday: '00-24' },
})

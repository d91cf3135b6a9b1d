import type { BlikCourse } from '../blik-course.ts'
import { courseOfCode } from '../blik-course.ts'
import type { Answer } from '../answer.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { Provider } from '../provider.ts'
import type { Alias, Books, Transaction } from './books.ts'
import { no, textIn, yes } from './dialect.ts'
import type { Payer } from './payer.ts'

interface Parts {
  provider: Provider
  journal: Journal
}

/** BLIK on the shop's own page: by code, by alias, and what is agreed with an alias. */
export function addBlik({ provider, journal }: Parts, books: Books, payer: Payer): void {
  const { transactions, aliases } = books

  const charge = (transaction: Transaction, course: BlikCourse, alias?: Alias): Answer => {
    const charged: Transaction = { ...transaction, course, ...(alias && { alias }) }
    journal.record(transactions.save(charged), ...payer.plan(charged))
    return yes({ orderId: transaction.orderId, message: 'success' }, 201)
  }

  provider.post('/api/v1/paymentMethod/blik/chargeByCode', 'authorize', ({ body }) => {
    const transaction = books.byToken(textIn(body, 'token'))
    if (!transaction || transaction.status !== 0) return no(400, 'Incorrect token')
    const code = textIn(body, 'blikCode')
    if (code === '100002') return no(400, 'Code has expired', 29)
    const course = courseOfCode(code)
    if (course === undefined) return no(400, 'Code is wrong', 28)
    const wrong = wrongAgreement(body)
    return wrong ? no(400, wrong) : charge(transaction, course, aliasIn(body, transaction))
  })

  provider.post('/api/v1/paymentMethod/blik/chargeByAlias', 'authorize', ({ body }) => {
    const transaction = books.byToken(textIn(body, 'token'))
    if (!transaction || transaction.status !== 0) return no(400, 'Incorrect token')
    const { methodRefId: value } = transaction
    if (value === 'alias-two' && textIn(body, 'alternativeKey') === '')
      return no(409, { message: 'The alias is ambiguous', alternativeKeys }, 51)
    const known = aliases.all.get(value)
    const isTest = value === 'alias-one' || value === 'alias-two'
    if (!isTest && known?.status !== 'REGISTERED') return no(400, 'Alias is not known', 31)
    if (known?.limitAmount !== undefined && transaction.amount > known.limitAmount)
      return no(400, 'Limit exceeded', 34)
    return charge(transaction, 'confirm')
  })

  provider.get(
    '/api/v1/paymentMethod/blik/getAliasesByEmail/:email/custom',
    'alias',
    ({ params }) => {
      const found = [...aliases.all.values()].filter(({ email }) => email === params['email'])
      return found.length === 0 ? no(404, 'Alias not found') : yes(found)
    },
  )
}

const alternativeKeys = [
  { alias: '1001', label: 'First Bank' },
  { alias: '1002', label: 'Second Bank' },
]

const recurringIn = (body: Fields): Fields | undefined => body['recurring'] as Fields | undefined

/** Of recurring payments: value and label are needed, and what is agreed must be well written. */
function wrongAgreement(body: Fields): string | undefined {
  const recurring = recurringIn(body)
  if (!recurring) return undefined
  if (textIn(body, 'aliasValue') === '' || textIn(body, 'aliasLabel') === '')
    return 'aliasValue and aliasLabel are required'
  const { frequency, expirationDate } = recurring
  if (frequency !== undefined && !/^[1-9][0-9]{0,2}[DWMY]$/.test(textIn(recurring, 'frequency')))
    return 'frequency is wrong'
  const isDate = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(textIn(recurring, 'expirationDate'))
  return expirationDate !== undefined && !isDate ? 'expirationDate is wrong' : undefined
}

function aliasIn(body: Fields, { registers, email }: Transaction): Alias | undefined {
  const value = textIn(body, 'aliasValue')
  if (!registers || value === '') return undefined
  const recurring = recurringIn(body)
  const limit = recurring?.['limitAmount']
  return {
    email,
    value,
    status: 'REGISTERED',
    type: recurring ? 'PAYID' : 'UID',
    ...(typeof limit === 'number' && { limitAmount: limit }),
  }
}

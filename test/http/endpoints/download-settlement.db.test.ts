import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../../src/postgres/db.ts'
import { createMerchantSettlements } from '../../../src/postgres/self-service/merchant-settlements.ts'
import { settlementCsv } from '../../../src/http/lists/settlement-view.ts'
import { createNumberSeal } from '../../../src/vault/number-seal.ts'
import { expectProblem } from '../support/problem.ts'
import { startSettledApp } from '../support/settled-app.ts'
import type { SettledApp } from '../support/settled-app.ts'

let app: SettledApp
beforeAll(async () => {
  app = await startSettledApp()
})
afterAll(() => app.close())

async function settled(): Promise<{ settlementId: string; net: number }> {
  const id = await app.payments.sale()
  await app.payments.command(id, { name: 'refund', amountMinor: 1_001 } as never)
  await app.settle()
  return (await app.get('/settlements')).body.settlements[0]
}

const PIECE = 10_000
const MANY = 100_000

/** A report of many lines, of which each is of the same payment. */
async function manyLines(): Promise<string> {
  const paymentId = await app.payments.sale()
  await execute(
    app.pool,
    `insert into settlement_batch (batch_id, cutoff, state) values ('many', now(), 'done')`,
  )
  // In pieces, each well below what one statement may take on a busy machine.
  for (let first = 1; first < MANY; first += PIECE)
    await execute(
      app.pool,
      `insert into settlement_line
         (batch_id, line, reference, operation, amount_minor, currency, outcome, merchant_id)
       select 'many', n, $1, 'authorize', n % 1000 + 1, 'PLN', 'settled', 'shop'
         from generate_series($2::int, $3::int) n`,
      [`${paymentId}-auth-x`, first, first + PIECE - 1],
    )
  await execute(app.pool, `select sum_up_settlement('many')`)
  const { settlements } = (await app.get('/settlements')).body
  return settlements.find(({ lines }: { lines: number }) => lines === MANY).settlementId
}

test('200: a file whose amounts add up to the net', async () => {
  const { settlementId, net } = await settled()
  const { status, headers, text } = await app.get(`/settlements/${settlementId}.csv`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv;charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="settlement-.*\.csv"$/)
  const [head, ...rows] = text.trimEnd().split('\r\n')
  expect(head).toBe('line,kind,paymentId,reference,extOrderId,amount,currency,fee')
  const cells = rows.map((row) => row.split(','))
  expect(cells.map(([, kind]) => kind).sort()).toEqual(['REFUND', 'SALE'])
  const sum = cells.reduce((total, cell) => total + Math.round(Number(cell[5]) * 100), 0)
  expect(sum).toBe(Math.round(net * 100))
})

test('200: an order number that is stored sealed is as the merchant wrote it', async () => {
  const { paymentId, settlementId } = await sealed('4532015112830366')
  const { text } = await app.get(`/settlements/${settlementId}.csv`)
  expect(text.split('\r\n').find((row) => row.includes(paymentId))).toContain(',4532015112830366,')
  const listed = await app.get('/payments?extOrderId=4532015112830366')
  expect(listed.body.payments).toMatchObject([{ paymentId }])
  expect(listed.text).toContain('"extOrderId":"4532015112830366"')
  expect(text + listed.text).not.toContain('sealed_')
})

async function sealed(number: string) {
  const extOrderId = createNumberSeal(app.keyRing.fingerprint).seal('shop', number)
  const order = { amountMinor: 10_000, currency: 'PLN', extOrderId } as const
  const paymentId = await app.payments.sale({ order })
  await app.settle()
  const { settlementId } = (await app.get('/settlements')).body.settlements[0]
  return { paymentId, settlementId: String(settlementId) }
}

test('200: a hundred thousand lines, of which only a page is in memory', async () => {
  const settlementId = await manyLines()
  const before = process.memoryUsage().heapUsed
  const { text } = await app.get(`/settlements/${settlementId}.csv`)
  const rows = text.trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength(MANY)
  const { body } = await app.get(`/settlements/${settlementId}`)
  const sum = rows.reduce((total, row) => total + Math.round(Number(row.split(',')[5]) * 100), 0)
  expect(sum).toBe(Math.round(body.net * 100))
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20)

  const settlements = createMerchantSettlements(app.pool)
  const found = await settlements.find('shop', settlementId)
  let reads = 0
  const counted = {
    lines: (...given: Parameters<typeof settlements.lines>) => {
      reads += 1
      return settlements.lines(...given)
    },
  }
  const csv = settlementCsv(counted, found!)
  for (let piece = 0; piece < 3; piece += 1) await csv.next()
  expect(reads).toBe(2)
})

test('a field that a spreadsheet would run, or that has a comma, is harmless', async () => {
  const line = {
    line: 1,
    kind: 'SALE',
    paymentId: 'p',
    reference: 'r',
    amountMinor: 5,
    feeMinor: 0,
  } as const
  const lines = async () => [
    { ...line, extOrderId: '=1+1' },
    { ...line, extOrderId: 'a,"b"' },
  ]
  const pieces: string[] = []
  const settlement = { currency: 'JPY' } as Parameters<typeof settlementCsv>[1]
  for await (const piece of settlementCsv({ lines }, settlement)) pieces.push(piece)
  expect(pieces[1]).toBe(`1,SALE,p,r,'=1+1,5,JPY,0\r\n1,SALE,p,r,"a,""b""",5,JPY,0\r\n`)
})

test('404: a foreign one', async () => {
  const { settlementId } = await settled()
  const path = `/settlements/${settlementId}.csv`
  expectProblem(await app.get(path, app.tokens.stranger), 'settlement_not_found')
  expectProblem(await app.get(path, app.tokens.agent), 'forbidden')
})

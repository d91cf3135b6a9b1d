import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'
import { authorization, later } from './requests.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

async function operate(operation: string, body: { reference: string }): Promise<string> {
  await sandbox.post(`/acquirer/${operation}`, body)
  return body.reference
}
const close = async (batchId: string) =>
  (await sandbox.post('/acquirer/settlements', { batchId })).body
const linesOf = async (batchId: string, query = '') =>
  (await sandbox.get(`/acquirer/settlements/${batchId}/lines${query}`)).body

test('a batch holds sales, captures and refunds in order, not holds, declines or reversed sales', async () => {
  const sale = await operate('authorize', authorization(100))
  const hold = await operate('authorize', authorization(100, { kind: 'PREAUTH' }))
  await operate('authorize', authorization(100, { kind: 'VERIFY', amountMinor: 0 }))
  await operate('authorize', authorization(120))
  const reversed = await operate('authorize', authorization(100))
  await operate('reverse', later(reversed, 9999, { reason: 'CANCEL' }))
  const capture = await operate('capture', later(hold, 5000))
  const refund = await operate('refund', later(sale, 1000))

  const closed = await close('batch-1')
  expect(closed).toMatchObject({ batchId: 'batch-1', total: 3 })
  expect(await close('batch-1')).toEqual(closed)
  const currency = 'PLN'
  expect(await linesOf('batch-1')).toEqual({
    fileId: closed.fileId,
    total: 3,
    lines: [
      { line: 1, reference: sale, operation: 'authorize', amountMinor: 9999, currency },
      {
        line: 2,
        reference: capture,
        originalReference: hold,
        operation: 'capture',
        amountMinor: 5000,
        currency,
      },
      {
        line: 3,
        reference: refund,
        originalReference: sale,
        operation: 'refund',
        amountMinor: 1000,
        currency,
      },
    ],
  })
  const page = await linesOf('batch-1', '?after=1&limit=1')
  expect(page.lines.map((line: { reference: string }) => line.reference)).toEqual([capture])
  const cancel = later(sale, 9999, { reason: 'CANCEL' })
  expect((await sandbox.post('/acquirer/reverse', cancel)).body.responseCode).toBe('12')
  expect(await close('batch-2')).toMatchObject({ total: 0 })
  expect((await sandbox.log('batch-1')).map((row) => row.operation)).toEqual(['settle', 'settle'])
})

test('the lines of an unknown batch are not found', async () => {
  expect((await sandbox.get('/acquirer/settlements/other/lines')).status).toBe(404)
})

import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '../../../src/postgres/db.ts'
import { eraseOrphanedEvidence } from '../../../src/postgres/disputes/dispute-evidence.ts'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'
import { SHOP } from '../support/test-app.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const CARD = '4000000000001000'
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(64),
])
const pdf = (page: string) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >>\nstream\n'),
    deflateSync(Buffer.from(page)),
    Buffer.from('\nendstream\nendobj\n%%EOF'),
  ])

const write = (id: string, text: string, kind = 'receipt', token = app.bearer) =>
  app.call('PUT', `/disputes/${id}/evidence/${kind}`, { token, body: { text } })

async function upload(id: string, type: string, bytes: Buffer) {
  const response = await fetch(`${app.url}/v1/ecommerce/disputes/${id}/evidence/shipping_proof`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${app.bearer}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, text, body: JSON.parse(text) }
}

test('200: a text is kept sealed, and a second one replaces it', async () => {
  const { disputeId } = await app.dispute()
  const { status, body } = await write(disputeId, 'the first words')
  expect([status, body]).toEqual([200, { kind: 'receipt', text: 'the first words' }])
  await write(disputeId, 'the second words')
  const rows = await many<{ content: Buffer }>(
    app.pool,
    'select ciphertext as content from dispute_evidence where dispute_id = $1',
    [disputeId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.content.toString('latin1')).not.toContain('words')
})

test('200: a file is what its bytes say, whatever it is called', async () => {
  const { disputeId } = await app.dispute()
  const { status, body } = await upload(disputeId, 'image/png', png)
  expect(status).toBe(200)
  expect(body).toMatchObject({ kind: 'shipping_proof', file: { type: 'image/png', size: 72 } })
  expectProblem(await upload(disputeId, 'application/pdf', png), 'invalid_request')
  expectProblem(await upload(disputeId, 'application/x-sh', png), 'unsupported_media_type')
})

test('413: a file of more than 10 MB', async () => {
  const { disputeId } = await app.dispute()
  const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])
  expectProblem(await upload(disputeId, 'image/png', large), 'body_too_large')
})

test('400: a card number has no business in it, in a text or in a compressed page', async () => {
  const { disputeId } = await app.dispute()
  expectProblem(await write(disputeId, `paid with ${CARD}`), 'invalid_request')
  const spaced = [...CARD].map((digit) => `(${digit})`).join(' -2 ')
  expectProblem(
    await upload(disputeId, 'application/pdf', pdf(`BT (${CARD}) Tj ET`)),
    'invalid_request',
  )
  expectProblem(
    await upload(disputeId, 'application/pdf', pdf(`BT [${spaced}] TJ ET`)),
    'invalid_request',
  )
  expect((await upload(disputeId, 'application/pdf', pdf('BT (parcel 42) Tj ET'))).status).toBe(200)
  expectProblem(await write(disputeId, 'text', 'poem'), 'invalid_request')
})

test('404 for another merchant, 409 when it is over', async () => {
  const { disputeId } = await app.dispute()
  expectProblem(await write(disputeId, 'mine', 'receipt', app.stranger), 'dispute_not_found')
  const ended = await app.dispute({ word: app.word({ status: 'LOST' }), moves: [] })
  expectProblem(await write(ended.disputeId, 'late'), 'dispute_closed')
})

test('what was kept and never put forward goes after a day; what is put forward stays', async () => {
  const { disputeId } = await app.dispute()
  await write(disputeId, 'put forward')
  const merchantId = SHOP.merchantId
  await app.services.evidence.keep({ ref: 'lost', disputeId, merchantId }, Buffer.from('lost'))
  expect(await eraseOrphanedEvidence(app.pool, 86_400_000)).toBe(0)
  await app.pool.query({
    text: `update dispute_evidence set created_at = now() - interval '2 days' where dispute_id = $1`,
    values: [disputeId],
  })
  expect(await eraseOrphanedEvidence(app.pool, 86_400_000)).toBe(1)
  expect([...(await app.services.evidence.openAll(merchantId, ['lost']))]).toEqual([])
  const { body } = await app.call('GET', `/disputes/${disputeId}`, { token: app.bearer })
  expect(body.evidence).toEqual([{ kind: 'receipt', text: 'put forward' }])
})

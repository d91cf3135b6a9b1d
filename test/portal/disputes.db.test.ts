import { beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../http/support/dispute-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(startDisputeApp)
let support: TestBrowser
let accountant: TestBrowser

beforeAll(async () => {
  const { portal } = world
  support = (await portal.enter(SHOP.merchantId, 'sam', 'support')).browser
  accountant = (await portal.enter(SHOP.merchantId, 'ada', 'accountant')).browser
})

const pathOf = (disputeId: string, rest = '') => `/portal/disputes/${disputeId}${rest}`

test('the list says what waits, and how long', async () => {
  const { disputeId } = await world.app.dispute()
  const { text } = await support.get('/portal/disputes')
  expect(text).toContain(`href="${pathOf(disputeId)}"`)
  expect(text).toContain('The cardholder did not make it')
  expect(text).toMatch(/13 d 23 h left/)
})

test('the list is there when the shares of what is contested take too long to count', async () => {
  const { disputes } = world.app.services
  const { disputeId } = await world.app.dispute()
  expect((await support.get('/portal/disputes')).text).toContain(
    'How many payments were contested in the last 30 days',
  )
  const { count } = disputes
  const late = Object.assign(new Error('canceling statement'), { code: '57014' })
  disputes.count = () => Promise.reject(late)
  const { status, text } = await support.get('/portal/disputes')
  disputes.count = count
  expect([
    status,
    text.includes(pathOf(disputeId)),
    text.includes('How many payments were contested in the last 30 days'),
  ]).toEqual([...[200, true, false]])
})

test('evidence is put together, looked at as it goes out, and sent once', async () => {
  const { disputeId } = await world.app.dispute()
  const empty = await support.get(pathOf(disputeId))
  expect(empty.text).toContain('Log of sign-ins, downloads or use')
  expect(empty.text).not.toContain(pathOf(disputeId, '/submit'))
  const words = { kind: 'access_log', text: 'They signed in & used it <twice>' }
  const put = await support.post(pathOf(disputeId, '/evidence'), words)
  expect(put.location).toBe(pathOf(disputeId))
  const preview = await support.get(pathOf(disputeId, '/submit'))
  expect(preview.text).toContain('They signed in &amp; used it &lt;twice')
  const { app } = world
  app.disputes.answerWith({
    disputeSubmit: {
      type: 'disputed',
      facts: { word: app.word({ status: 'UNDER_REVIEW', at: Date.now() + 1 }), moves: [] },
    },
  })
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await support.post(pathOf(disputeId, '/submit'))).location).toBe(pathOf(disputeId))
  const { text } = await support.get(pathOf(disputeId))
  expect(text).toContain('Under review')
  expect(text).not.toContain(pathOf(disputeId, '/accept'))
})

test('stands on the page of its payment', async () => {
  const { disputeId, paymentId } = await world.app.dispute()
  const { text } = await support.get(`/portal/payments/${paymentId}`)
  expect(text).toContain(`href="${pathOf(disputeId)}"`)
})

test('what is wrong with the evidence is said, and what was typed stays', async () => {
  const { disputeId } = await world.app.dispute()
  const words = { kind: 'receipt', text: 'the card was 4000000000001000' }
  const { status, text } = await support.post(pathOf(disputeId, '/evidence'), words)
  expect(status).toBe(400)
  expect(text).toContain('the card was')
  expect(text).toContain('card number')
})

test('a file is evidence too: what it is, is told by its content', async () => {
  const { disputeId } = await world.app.dispute()
  const upload = (words: string, by = support) =>
    by.upload(pathOf(disputeId, '/file'), 'file', Buffer.from(words), { kind: 'shipping_proof' })
  expect((await upload('%PDF-1.4 signed for on 3 March')).location).toBe(pathOf(disputeId))
  expect((await support.get(pathOf(disputeId))).text).toContain('shipping_proof.pdf (1 kB)')
  const preview = await support.get(pathOf(disputeId, '/submit'))
  expect(preview.text).toContain('shipping_proof.pdf (1 kB)')
  for (const [words, problem] of [
    ['<svg onload=alert(1)>', 'This is no PDF, PNG or JPEG.'],
    ['', 'This is no PDF, PNG or JPEG.'],
    ['%PDF-1.4 the card was 4000000000001000', 'card number'],
  ] as const) {
    const { status, text } = await upload(words)
    expect(status).toBe(400)
    expect(text).toContain(problem)
  }
  expect((await upload('%PDF-1.4', accountant)).status).toBe(403)
})

test('evidence is taken back before it is sent', async () => {
  const { disputeId } = await world.app.dispute()
  await support.post(pathOf(disputeId, '/evidence'), { kind: 'receipt', text: 'paid in June' })
  expect((await support.get(pathOf(disputeId))).text).toContain('paid in June')
  await support.post(pathOf(disputeId, '/evidence/receipt/remove'))
  expect((await support.get(pathOf(disputeId))).text).not.toContain('paid in June')
})

test('who may only look is offered nothing', async () => {
  const { disputeId } = await world.app.dispute()
  const { status, text } = await accountant.get(pathOf(disputeId))
  expect(status).toBe(200)
  expect(text).not.toContain(pathOf(disputeId, '/accept'))
  expect(text).not.toContain('<textarea')
  expect((await accountant.post(pathOf(disputeId, '/accept'))).status).toBe(403)
})

test('accepting ends it, after a question', async () => {
  const { disputeId } = await world.app.dispute()
  expect((await support.get(pathOf(disputeId, '/accept'))).text).toContain('cannot be undone')
  const { app } = world
  const lost = app.word({ status: 'LOST', at: Date.now() + 1 })
  app.disputes.answerWith({ disputeAccept: { type: 'disputed', facts: { word: lost, moves: [] } } })
  await support.post(pathOf(disputeId, '/accept'))
  expect((await support.get(pathOf(disputeId))).text).not.toContain('<textarea')
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { createHints } from '../../../src/postgres/changes.ts'
import { execute, one } from '../../../src/postgres/db.ts'
import { startListedApp } from '../../http/support/listed-payments.ts'
import { OTHER, SHOP } from '../../http/support/test-app.ts'
import { until } from '../../support/until.ts'
import { usePortal } from '../portal-app.ts'
import type { TestBrowser } from '../portal-app.ts'

const world = usePortal(startListedApp)
let paymentId: string
beforeAll(async () => {
  paymentId = await world.app.payments.sale()
})

const enter = async (merchantId: string) =>
  world.portal.enter(merchantId, `p-${Math.random().toString(36).slice(2)}`, 'support')

/** What a page hears, as it comes. */
async function listen({ cookies }: TestBrowser, about: string, since = Date.now() + 60_000) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const address = `${world.portal.origin}/portal/live?about=${about}&since=${String(since)}`
  const answer = await fetch(address, { headers: { cookie } })
  const heard: string[] = []
  const over = (async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      heard.push(...[...text.matchAll(/event: (\w+)/g)].map(([, name]) => name!))
  })()
  return { answer, heard, over }
}

test('what is committed reaches the pages of its merchant, and no others', async () => {
  const [{ browser }, { browser: stranger }] = [
    await enter(SHOP.merchantId),
    await enter(OTHER.merchantId),
  ]
  const page = await listen(browser, `payment/${paymentId}`)
  const list = await listen(browser, 'payments')
  const guessed = await listen(stranger, `payment/${paymentId}`)
  expect(page.answer.headers.get('content-type')).toContain('text/event-stream')
  const hint = createHints(world.app.pool)
  await until(
    'both pages hear of it',
    () => {
      hint(paymentId)
      return Promise.resolve([page.heard[0], list.heard[0]])
    },
    (firsts) => firsts.every((first) => first === 'changed'),
  )
  expect(guessed.heard).toEqual([])
  await browser.post('/portal/sign-out')
  await Promise.all([page.over, list.over])
  expect([page.heard.at(-1), list.heard.at(-1)]).toEqual(['over', 'over'])
  await stranger.post('/portal/sign-out')
})

test('what is committed while a page is being made is heard by that page', async () => {
  const { browser } = await enter(SHOP.merchantId)
  const slow = await world.app.pool.connect()
  await slow.query('begin; lock table payment in access exclusive mode')
  const making = browser.get('/portal/payments')
  await sleep(300)
  createHints(world.app.pool)(paymentId)
  await sleep(2_000)
  await slow.query('rollback')
  slow.release()
  const [, shown] = /data-shown="(\d+)"/.exec((await making).text) ?? []
  const page = await listen(browser, 'payments', Number(shown))
  await until(
    'the change',
    () => Promise.resolve(page.heard),
    (heard) => heard.includes('changed'),
    10_000,
  )
  await browser.post('/portal/sign-out')
  await page.over
})

test('without a session, and about nothing that there is, there is nothing to follow', async () => {
  const { browser } = await enter(SHOP.merchantId)
  const nobody = await world.portal.browserOf()
  expect((await listen(nobody, `payment/${paymentId}`)).answer.status).toBe(204)
  expect((await listen(browser, 'everything')).answer.status).toBe(204)
})

test('a page that follows is no click: an hour without one ends the session', async () => {
  const { personId, browser } = await enter(SHOP.merchantId)
  const seen = () =>
    one<{ seenAt: Date }>(
      world.app.pool,
      'select seen_at as "seenAt" from portal_session where person_id = $1',
      [personId],
    )
  const earlier =
    "update portal_session set seen_at = now() - interval '30 minutes' where person_id = $1"
  await execute(world.app.pool, earlier, [personId])
  const before = await seen()
  const path = '/portal/payments'
  expect((await browser.get(path, { 'x-follows': '1' })).status).toBe(200)
  expect(await seen()).toEqual(before)
  expect((await browser.get(path)).status).toBe(200)
  expect((await seen()).seenAt.getTime()).toBeGreaterThan(before.seenAt.getTime())
})

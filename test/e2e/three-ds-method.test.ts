import { beforeAll, describe, expect, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import type { HostedPage } from '../support/hosted-page.ts'
import { send, sendForm } from '../support/http.ts'
import type { Answer, Json } from '../support/http.ts'
import { readForm } from '../support/payer.ts'
import { until } from '../support/until.ts'
import { behind, shop, stack } from '../support/world.ts'

const SEES_BROWSER = visa(110)
const SILENT = visa(111)

/**
 * The gateway waits a second and a half for what is said of a card, goes on without the Method if nothing is,
 * and remembers an answer for ten minutes.
 */
beforeAll(async () => {
  for (const number of [SEES_BROWSER, SILENT])
    await until(
      'the Method of a card is known',
      () => shownAfter(number),
      (page) => page.includes('data-method'),
    )
})

async function shownAfter(number: string): Promise<string> {
  const { page } = await arrive()
  await page.payByCard(number)
  return (await page.show()).text
}

describe.concurrent('the 3-D Secure Method on the payment page', () => {
  test('runs in a frame of exactly its address, and spares the payer the challenge', async () => {
    const { paymentId, page } = await arrive()
    await page.payByCard(SEES_BROWSER)
    const shown = await page.show()
    expect(shown.headers.get('content-security-policy')).toContain(
      `frame-src 'self' ${stack.sandbox}/acs/method; form-action 'self' ${stack.sandbox}/acs/method;`,
    )
    const { action, fields } = methodForm(shown)
    expect(action).toBe(`${stack.sandbox}/acs/method`)
    expect(fields.threeDSMethodData).not.toContain('=')

    const issuer = await sendForm(action, fields)
    const back = readForm(issuer.text, action)
    const landed = await sendForm(back.action, back.fields)
    expect(landed.status).toBe(200)
    expect(landed.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")

    await shop.reaches(paymentId, 'COMPLETED')
    expect(await asked(serverTransIdOf(fields))).toEqual([
      { threeDSCompInd: 'Y', transStatus: 'Y' },
    ])
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('that says nothing within ten seconds is not waited for', async () => {
    const { paymentId, page } = await arrive()
    await page.payByCard(SILENT)
    const { fields } = methodForm(await page.show())
    expect((await shop.advance(paymentId, 10)).fired).toContain('profilingTimeout')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await asked(serverTransIdOf(fields))).toEqual([
      { threeDSCompInd: 'N', transStatus: 'Y' },
    ])
  })

  test('that nobody has called for is believed by nobody', async () => {
    const { paymentId, page } = await arrive()
    await page.payByCard(SILENT)
    const invented = { threeDSMethodData: encode({ threeDSServerTransID: 'invented' }) }
    for (const fields of [invented, { threeDSMethodData: 'nonsense' }, {}])
      expect((await sendForm(`${page.url}/method`, fields)).status).toBe(200)
    const { fields } = methodForm(await page.show())
    await shop.advance(paymentId, 10)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await asked(serverTransIdOf(fields))).toMatchObject([{ threeDSCompInd: 'N' }])
  })

  test('is left out without scripts: the issuer is told so, and asks the payer', async () => {
    const { paymentId, page } = await arrive()
    await page.payByCard(SEES_BROWSER, { scripts: false })
    const { acsData } = await shop.read(paymentId, '/status')
    const { tdsServerTxnId } = acsData ?? (await shop.read(paymentId, '/acsData'))
    expect(await asked(tdsServerTxnId)).toEqual([{ threeDSCompInd: 'U', transStatus: 'C' }])
  })

  test('is over when the payment is cancelled', async () => {
    const { paymentId, page } = await arrive()
    await page.payByCard(SILENT)
    await shop.order(paymentId, 'cancel')
    expect((await shop.status(paymentId)).status).toBe('CANCELLED')
    expect(await behind.log(paymentId)).toEqual([])
  })
})

async function arrive(): Promise<{ paymentId: string; page: HostedPage }> {
  const { paymentId, redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
  return { paymentId, page: await openHostedPage(redirectURL) }
}

/** The form that the page sends into its hidden frame. */
function methodForm({ text }: Answer) {
  const [form] = /<form[^>]*data-method[\s\S]*?<\/form>/.exec(text) ?? []
  return readForm(form ?? '', stack.api)
}

const serverTransIdOf = ({ threeDSMethodData = '' }: Record<string, string>): string =>
  JSON.parse(Buffer.from(threeDSMethodData, 'base64url').toString()).threeDSServerTransID

const asked = async (serverTransId: string): Promise<Json[]> =>
  (await send(`${stack.sandbox}/threeds/log?threeDSServerTransID=${serverTransId}`)).body

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

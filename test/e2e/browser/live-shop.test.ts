import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import { choosePort } from '../../support/choose-port.ts'
import { openHostedPage } from '../../support/hosted-page.ts'
import { acceptInvitation } from '../../support/portal.ts'
import { runProgramGuide } from '../../support/program-guide.ts'
import { asReader } from '../../support/reader.ts'
import { until } from '../../support/until.ts'
import { inviteOwner, openMerchant, stack } from '../../support/world.ts'

const guide = new URL('../../../docs/guides/live-shop.md', import.meta.url)

/** Whoever reads the guide, on the portal: what it prints in italics is what they look for there. */
async function openPortalAs(merchantId: string) {
  const page = await openPage({ javaScriptEnabled: false, viewport: { width: 1200, height: 900 } })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  const shownOnce = () => page.locator('.secret').innerText()

  await acceptInvitation(page, await inviteOwner(merchantId, 'anna'))
  await open('To the portal')
  return {
    makeKey: async (): Promise<string> => {
      await open('API keys')
      await type('What it is called', 'my first shop')
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await press('New key')
      return shownOnce()
    },
    addWebhook: async (url: string): Promise<string> => {
      await open('Webhooks')
      await type('Address (https)', url)
      await press('New webhook')
      return shownOnce()
    },
    sendTest: async (): Promise<void> => {
      await open('Webhooks')
      await press('Send a test')
      const reloaded = async () => {
        // What was pressed may still be on its way to the next page.
        await page.waitForLoadState()
        await page.reload().catch(() => undefined)
        const text = await page.getByRole('table').innerText()
        // The reader's program is still starting.
        if (text.includes('ECONNREFUSED')) await press('Send a test')
        return text
      }
      await until('the test got through', reloaded, (text) => text.includes('204'))
    },
    refund: async (orderNumber: string): Promise<void> => {
      const search = page.getByRole('searchbox', { name: 'Find a payment' })
      await search.fill(orderNumber)
      await search.press('Enter')
      await page.getByText('payment.completed').waitFor()
      await open('Refund')
      await page.getByLabel('Amount').fill('30')
      await press('Check it')
      await press('Yes, do it')
      await page.getByRole('status').waitFor()
    },
    endKey: async (): Promise<void> => {
      await open('API keys')
      await open('End')
      await press('Yes, do it')
      await page.getByText('ended').waitFor()
    },
  }
}

test(
  'the guide makes a shop that sells, hears of it and refunds, with page, client and portal alone',
  { timeout: 180_000 },
  async () => {
    const { account } = await openMerchant({}, { notified: false })
    const { folder, env } = await asReader()
    const port = String(await choosePort())
    onTestFinished(() => {
      const pid = join(folder, 'shop.pid')
      if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')))
    })
    const person = await openPortalAs(account.merchantId)
    const given = {
      ...env,
      GATEWAY: stack.api,
      PORT: port,
      MERCHANT_ID: account.merchantId,
      API_KEY: await person.makeKey(),
    }
    /** What the reader does once a block has named that. */
    const acts = new Map<string, (value: (name: string) => string) => Promise<unknown>>([
      [
        'SHOP',
        async (value) => {
          const secret = await person.addWebhook(`${value('SHOP')}/notify`)
          writeFileSync(join(folder, 'webhook-secret'), secret)
          await person.sendTest()
        },
      ],
      [
        'PAGE',
        async (value) => {
          const page = await openHostedPage(value('PAGE'))
          await page.payByCard(visa(100), { scripts: false })
        },
      ],
      ['FORGED', (value) => person.refund(value('ORDER'))],
      ['REFUND', () => person.endKey()],
    ])
    const said = await runProgramGuide(guide, { folder, env: given }, async (value) => {
      for (const [name, act] of acts) {
        if (value(name) === '') continue
        acts.delete(name)
        await act(value)
      }
    })
    const shop = said.slice(said.indexOf('pay at'))
    expect(shop.split('\n')).toEqual([
      expect.stringMatching(/^pay at http/),
      'the order is paid',
      'a forged message is answered 401',
      'the order is refunded in part',
      'refund.completed',
      'the ended key is answered 401',
      '',
    ])
  },
)

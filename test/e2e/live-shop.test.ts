import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { choosePort } from '../support/choose-port.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import { freshFolder } from '../support/key-ring.ts'
import { runProgramGuide } from '../support/program-guide.ts'
import { openMerchant, stack } from '../support/world.ts'

/** As `npm install` leaves a folder: the client as it is built, and what runs TypeScript. */
function installed(): string {
  const folder = freshFolder()
  const client = join(folder, 'node_modules/tollgate-sdk')
  mkdirSync(client, { recursive: true })
  execFileSync(process.execPath, [
    ...['node_modules/typescript/bin/tsc', '-p', 'sdk/typescript/tsconfig.json'],
    ...['--outDir', join(client, 'dist')],
  ])
  writeFileSync(join(client, 'package.json'), readFileSync('sdk/typescript/package.json'))
  symlinkSync(resolve('node_modules/tsx'), join(folder, 'node_modules/tsx'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

test(
  'the guide makes a shop that sells, hears of it and refunds',
  { timeout: 180_000 },
  async () => {
    const { account } = await openMerchant({}, { notified: false })
    const folder = installed()
    const port = await choosePort()
    const guide = new URL('../../docs/guides/live-shop.md', import.meta.url)
    const env = {
      ...{ PATH: process.env.PATH ?? '', HOME: folder, GATEWAY: stack.api, PORT: String(port) },
      ...{ MERCHANT_ID: account.merchantId, SECRET: account.secret },
    }
    onTestFinished(() => {
      const pid = join(folder, 'shop.pid')
      if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')))
    })
    let isPaid = false
    const said = await runProgramGuide(guide, { folder, env }, async (names) => {
      if (isPaid || names('PAGE') === '') return
      isPaid = true
      const page = await openHostedPage(names('PAGE'))
      await page.payByCard(visa(100), { scripts: false })
    })
    expect(said.split('\n')).toEqual([
      'tgk_',
      expect.stringMatching(/^pay at http/),
      'the order is paid',
      'a forged message is answered 401',
      'refund.completed, and the order is refunded in part',
      'ended: 204',
      '',
    ])
  },
)

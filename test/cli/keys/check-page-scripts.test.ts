import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAssets } from '../../../src/checkout/assets.ts'
import { scriptInventory } from '../../../src/checkout/script-inventory.ts'
import { checkPageScripts } from '../../../src/cli/keys/check-page-scripts.ts'

const assets = await loadAssets()
const { script, style, wallet } = assets
const { headers } = scriptInventory(assets)
const link = `<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">`
const tag = `<script src="${script.path}" integrity="${script.integrity}" defer></script>`

let page = {
  html: '',
  headers: {} as Record<string, string>,
  script: script.content,
  wallet: wallet.content,
}
const server = createServer((request, response) => {
  const asset = Object.values(assets).find(({ path }) => path === request.url)
  if (asset === script) response.end(page.script)
  else if (asset === wallet) response.end(page.wallet)
  else if (asset) response.end(asset.content)
  else response.writeHead(200, page.headers).end(page.html)
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const received = (changes: Partial<typeof page> = {}) => {
  const policy = headers['content-security-policy']!.replaceAll('nonce-*', 'nonce-abc')
  page = {
    html: link + tag,
    headers: { ...headers, 'content-security-policy': policy },
    script: script.content,
    wallet: wallet.content,
    ...changes,
  }
  return checkPageScripts({ url })
}

test('a page as it was approved has no difference', async () => {
  expect(await received()).toEqual([])
})

test('a script that was added, inline or from elsewhere, is found', async () => {
  const evil = '<script src="https://evil.example/x.js"></script><script>steal()</script>'
  expect(await received({ html: link + tag + evil })).toEqual([
    'https://evil.example/x.js is not in the inventory',
    'inline code: <script>',
  ])
})

test('a script with other content, or without its hash, is found', async () => {
  const [difference] = await received({ script: Buffer.from('steal()') })
  expect(difference).toContain('has other content')
  const bare = `<script src="${script.path}"></script>`
  expect(await received({ html: link + bare })).toEqual([`${script.path} is bound to nothing`])
})

test('what only the page of a wallet loads is looked at as well', async () => {
  const differences = await received({ wallet: Buffer.from('steal()') })
  expect(differences).toEqual([expect.stringContaining(`${wallet.path} has other content`)])
})

test('a header that was weakened is found', async () => {
  const weak = { ...headers, 'content-security-policy': 'default-src *' }
  expect(await received({ headers: weak })).toEqual(['content-security-policy is default-src *'])
})

test('a script that is gone is found', async () => {
  expect(await received({ html: link })).toEqual([
    `${script.path} is not loaded by the page any more`,
  ])
})

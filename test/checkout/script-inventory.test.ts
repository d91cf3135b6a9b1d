import { expect, test } from 'vitest'
import { loadAssets } from '../../src/checkout/assets.ts'
import { scriptInventory } from '../../src/checkout/script-inventory.ts'

test('the inventory names exactly what the page loads; a change of it is approved by its update', async () => {
  const inventory = scriptInventory(await loadAssets())
  const text = `${JSON.stringify(inventory, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../src/checkout/scripts.inventory.json')
})

test('the same sources give the same bytes', async () => {
  const [once, again] = [await loadAssets(), await loadAssets()]
  expect(again.script.integrity).toBe(once.script.integrity)
  expect(again.style.integrity).toBe(once.style.integrity)
})

test('the script stays light: 9.3 kB before compression', async () => {
  const { script } = await loadAssets()
  expect(script.content.byteLength).toBeLessThan(9_300)
})

test("the script of the wallets' page is as light, and no part of the page with card fields", async () => {
  const { wallet, clickToPay, script } = await loadAssets()
  expect(wallet.content.byteLength).toBeLessThan(3_000)
  expect(clickToPay.content.byteLength).toBeLessThan(5_000)
  expect(script.content.toString()).not.toMatch(/PaymentsClient|ApplePaySession|CheckoutServices/)
})

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Files = z.array(z.object({ path: z.string(), integrity: z.string(), reason: z.string() }))
const Inventory = z.object({
  files: Files,
  headers: z.record(z.string(), z.string()),
  // Only whoever pays with a wallet sees that page; its files are there for everybody.
  walletPage: z.object({ files: Files }).default({ files: [] }),
})

export interface PageCheck {
  /** The gateway's public address, as browsers reach it. */
  url: string
  /** Another inventory than the one of this release. */
  inventoryFile?: string
}

const TIMEOUT_MS = 10_000
const USUAL_FILE = new URL('../../checkout/scripts.inventory.json', import.meta.url)

/**
 * Loads the payment page as a browser gets it and compares scripts, styles and headers with the
 * inventory. Every difference is a sentence; none is what one wants.
 */
export async function checkPageScripts({ url, inventoryFile }: PageCheck): Promise<string[]> {
  const text = await readFile(inventoryFile ?? USUAL_FILE, 'utf8')
  const inventory = Inventory.parse(JSON.parse(text))
  const page = await load(`${url}/pay/returned`)
  const html = await page.text()
  const loaded = [...html.matchAll(TAG)].map(([tag]) => tagOf(tag))
  const known = new Map(inventory.files.map((file) => [file.path, file.integrity]))
  const differences = [
    ...headerDifferences(inventory.headers, page.headers),
    ...loaded.flatMap((tag) => tagDifferences(tag, known)),
    ...inventory.files
      .filter(({ path }) => !loaded.some((tag) => tag.path === path))
      .map(({ path }) => `${path} is not loaded by the page any more`),
  ]
  for (const { path, integrity } of [...inventory.files, ...inventory.walletPage.files])
    differences.push(...(await contentDifferences(url, path, integrity)))
  return differences
}

/** Scripts with and without a source, and stylesheets; inline code has no place on the page. */
const TAG = /<script\b[^>]*>|<link\b[^>]*rel="stylesheet"[^>]*>|<style\b[^>]*>/g

interface Tag {
  tag: string
  path: string
  integrity: string
}

const tagOf = (tag: string): Tag => ({
  tag,
  path: /(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '',
  integrity: /integrity="([^"]*)"/.exec(tag)?.[1] ?? '',
})

function tagDifferences({ tag, path, integrity }: Tag, known: Map<string, string>): string[] {
  if (path === '') return [`inline code: ${tag}`]
  const expected = known.get(path)
  if (expected === undefined) return [`${path} is not in the inventory`]
  return integrity === expected ? [] : [`${path} is bound to ${integrity || 'nothing'}`]
}

function headerDifferences(expected: Record<string, string>, headers: Headers): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = headers.get(name)?.replace(/'nonce-[^']+'/g, "'nonce-*'")
    return actual === value ? [] : [`${name} is ${actual ?? 'missing'}`]
  })
}

async function contentDifferences(url: string, path: string, integrity: string): Promise<string[]> {
  const answer = await load(url + path)
  const content = Buffer.from(await answer.arrayBuffer())
  const actual = `sha384-${createHash('sha384').update(content).digest('base64')}`
  return answer.ok && actual === integrity ? [] : [`${path} has other content: ${actual}`]
}

const load = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })

import { rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { appleDomain } from '../../src/http/apple-domain.ts'
import { freshFolder } from '../support/key-ring.ts'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

async function serve(file: string | undefined) {
  const server = express().use(appleDomain(file)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return () => fetch(`http://127.0.0.1:${String(port)}${PATH}`)
}

test('the file with which Apple verifies our host is served as it is, and as it becomes', async () => {
  const file = join(freshFolder(), 'association')
  writeFileSync(file, 'signed by Apple')
  const get = await serve(file)
  const answer = await get()
  expect([answer.status, await answer.text()]).toEqual([200, 'signed by Apple'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  writeFileSync(file, 'of another merchant')
  expect(await (await get()).text()).toBe('of another merchant')
  rmSync(file)
  expect((await get()).status).toBe(404)
})

test('without a file there is nothing', async () => {
  const get = await serve(undefined)
  expect((await get()).status).toBe(404)
})

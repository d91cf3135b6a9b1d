import express from 'express'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { icons } from '../../src/http/icons.ts'

test('each card organization has a mark, and nothing else is served', async () => {
  const server = express().use(icons()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const get = (name: string) => fetch(`http://127.0.0.1:${String(port)}/icons/${name}`)
  const mark = await get('visa.svg')
  expect(mark.headers.get('content-type')).toContain('image/svg+xml')
  expect(await mark.text()).toMatch(/^<svg.*VISA.*<\/svg>$/)
  expect((await get('other.svg')).status).toBe(404)
  server.close()
})

import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guides } from '../../src/reference/guides.ts'
import { runGuide } from '../support/guide.ts'
import { stack } from '../support/world.ts'

const folder = new URL('../../docs/guides/', import.meta.url)

async function signedIn(merchantId: string, secret: string): Promise<string> {
  const response = await fetch(`${stack.api}/v1/ecommerce/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'UNIVERSAL', secret, merchant: { merchantId } }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

describe('guides', () => {
  // What is pasted into a terminal has a test of its own.
  const ofRequests = guides.map(({ name }) => name).filter((name) => name !== 'live-shop')
  test.concurrent.each(ofRequests)(
    'every example of %s runs as it stands there, and every answer fits its schema',
    async (name) => {
      const { merchantId = '', secret = '' } = stack.merchants[0] ?? {}
      const given = { merchantId, secret, sandbox: stack.sandbox }
      const unique = randomBytes(6).toString('hex')
      const names = new Map(Object.entries({ ...given, unique }))
      // Signing in is told in a guide of its own, which gives the token itself.
      if (name !== 'sign-in') names.set('token', await signedIn(merchantId, secret))
      expect(await runGuide(new URL(`${name}.md`, folder), stack.api, names)).toBeGreaterThan(1)
    },
  )

  test('each file is a guide that is served', async () => {
    const files = readdirSync(folder).map((file) => file.replace('.md', ''))
    expect(files.sort()).toEqual(guides.map(({ name }) => name as string).sort())
    for (const { name, title } of guides) {
      const answer = await fetch(`${stack.api}/docs/guides/${name}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(title)
    }
  })
})

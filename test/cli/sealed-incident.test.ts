import { expect, test } from 'vitest'
import type { Incident, IncidentParts } from '../../src/review/incident/incident.ts'
import { manifestOf } from '../../src/review/incident/incident.ts'
import { judgeIncident, sealedPage, sealedTextOf } from '../../src/cli/incidents/sealed-incident.ts'
import type { Seal } from '../../src/vault/seal.ts'
import { evidenceKeys, seal, sealProblem } from '../../src/vault/seal.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const parts = {
  payment: { id: 'abc' },
  postings: [{ amountMinor: 100 }],
} as unknown as IncidentParts
const incident: Incident = {
  paymentId: 'abc',
  madeAt: '2026-11-16T07:00:00.000Z',
  parts,
  manifest: manifestOf(parts),
}
const page = `<!doctype html>
<h1>PLN 1.00</h1>
<script type="application/json" id="incident">${JSON.stringify(incident)}</script>
`

async function start() {
  const { keyRing } = await freshKeyRing()
  const keys = evidenceKeys(keyRing)
  const judge = (text: string) =>
    judgeIncident(text, (covered, made) => sealProblem(keys, covered, made))
  const sealOf = (text: string): Seal => seal(keyRing, text) ?? { kid: '', signature: '' }
  return { judge, sealOf }
}

test('a page is good as it was written', async () => {
  const { judge, sealOf } = await start()
  const { kid } = sealOf(page)
  expect(judge(sealedPage(page, sealOf(page)))).toEqual({
    paymentId: 'abc',
    seal: 'good',
    kid,
    changed: [],
  })
})

test('no byte of it can be changed, nor one be added or taken away', async () => {
  const { judge, sealOf } = await start()
  const sealed = sealedPage(page, sealOf(page))
  const isGood = (text: string): boolean => {
    try {
      const { seal: found, changed } = judge(text)
      return found === 'good' && changed.length === 0
    } catch {
      return false
    }
  }
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'x' ? 'y' : 'x'
    expect(isGood(sealed.slice(0, at) + other + sealed.slice(at + 1)), `at ${at}`).toBe(false)
    expect(isGood(sealed.slice(0, at) + sealed.slice(at + 1)), `without ${at}`).toBe(false)
  }
  expect(isGood(`${sealed} `)).toBe(false)
  expect(isGood(` ${sealed}`)).toBe(false)
})

test('without a seal it is nobody’s', async () => {
  const { judge } = await start()
  expect(judge(sealedPage(page, undefined))).toMatchObject({ seal: 'missing', changed: [] })
})

test('as JSON it is sealed too, however it is indented', async () => {
  const { judge, sealOf } = await start()
  const sealed = { ...incident, seal: sealOf(sealedTextOf(incident)) }
  expect(judge(JSON.stringify(sealed, null, 2))).toMatchObject({ seal: 'good', changed: [] })
  const other = { ...sealed, madeAt: '2026-11-16T07:00:00.001Z' }
  expect(judge(JSON.stringify(other))).toMatchObject({ seal: 'changed' })
})

test('a part that was changed is named', async () => {
  const { judge, sealOf } = await start()
  const sealed = sealedPage(page, sealOf(page)).replace('"amountMinor":100', '"amountMinor":900')
  expect(judge(sealed)).toMatchObject({ seal: 'changed', changed: ['postings'] })
})

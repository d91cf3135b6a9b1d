import { expect, test } from 'vitest'
import { chooseDefense } from '../../../src/connectors/adyen/defense.ts'
import type { EvidenceItem } from '../../../src/connectors/disputes.ts'
import type { EvidenceKind } from '../../../src/domain/dispute/words.ts'

const pdf = (kind: EvidenceKind): EvidenceItem => ({
  kind,
  mediaType: 'application/pdf',
  content: Buffer.from(kind),
})
const reason = (code: string, types: Record<string, string>) => ({
  defenseReasonCode: code,
  defenseDocumentTypes: Object.entries(types).map(([defenseDocumentTypeCode, level]) => ({
    defenseDocumentTypeCode,
    requirementLevel: level,
  })),
})
const placesOf = (...args: Parameters<typeof chooseDefense>) => {
  const chosen = chooseDefense(...args)
  return 'problem' in chosen
    ? chosen.problem
    : [
        chosen.reasonCode,
        ...chosen.documents.map(
          ({ defenseDocumentTypeCode: code, content }) =>
            `${code}: ${Buffer.from(content, 'base64').toString()}`,
        ),
      ]
}

test('each document goes where its words lead, and the others to what is wanted most', () => {
  const goods = reason('Goods', {
    Other: 'Optional',
    TIDorInvoice: 'Required',
    ProofOfDelivery: 'OneOrMore',
  })
  expect(placesOf([goods], [pdf('shipping_proof'), pdf('receipt')])).toEqual([
    ...['Goods', 'ProofOfDelivery: shipping_proof', 'TIDorInvoice: receipt'],
  ])
  expect(placesOf([goods], [pdf('access_log'), pdf('shipping_proof')])).toEqual([
    ...['Goods', 'TIDorInvoice: access_log', 'ProofOfDelivery: shipping_proof'],
  ])
})

test('a way of defence that lacks something, or has no place for all, is passed over', () => {
  const strict = reason('Strict', { Terms: 'Required', Invoice: 'Required' })
  const narrow = reason('Narrow', { DefenseMaterial: 'Optional' })
  const choice = reason('Choice', { One: 'OneOrMore', Two: 'OneOrMore' })
  expect(placesOf([strict, narrow], [pdf('receipt')])).toEqual([
    'Narrow',
    'DefenseMaterial: receipt',
  ])
  expect(
    placesOf([strict, narrow, choice], [pdf('receipt'), pdf('other'), pdf('access_log')]),
  ).toBe(
    'no way of defence takes them: Strict (Terms, Invoice); Narrow (DefenseMaterial); Choice (One, Two)',
  )
  expect(placesOf([], [pdf('receipt')])).toBe('no way of defence takes them: there is none')
})

test('what Adyen does not read is said before anything is sent', () => {
  const text: EvidenceItem = { kind: 'other', mediaType: 'text/plain', content: Buffer.from('x') }
  expect(placesOf([reason('Any', { Any: 'Optional' })], [pdf('receipt'), text])).toBe(
    'adyen takes PDF and JPEG: other is text/plain',
  )
  const large = { ...pdf('receipt'), content: Buffer.alloc(2 * 1_048_576 + 1) }
  expect(placesOf([reason('Any', { Any: 'Optional' })], [large])).toBe(
    'adyen takes at most 2 MB of application/pdf: receipt is larger',
  )
})

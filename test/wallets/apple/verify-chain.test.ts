import { expect, test } from 'vitest'
import { openApplePay } from '../../../src/wallets/open-apple-pay.ts'
import { appleContext, mintAppleToken } from '../support/apple-wallet.ts'
import type { AppleOptions } from '../support/apple-wallet.ts'
import { intermediateMarker, issue, leafMarker, toPem } from '../support/certificates.ts'
import { nowMs } from '../support/google-wallet.ts'

const open = (options: AppleOptions, context = appleContext) =>
  openApplePay(mintAppleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

const wrongRoot = invalid('intermediate is not issued by a trusted root')

test('a leaf without its marker is refused', async () => {
  expect(await open({ leaf: { markers: [] } })).toEqual(
    invalid('leaf certificate is not there once'),
  )
})

test('an intermediate without its marker is refused', async () => {
  expect(await open({ intermediate: { markers: [] } })).toEqual(
    invalid('intermediate certificate is not there once'),
  )
})

test('swapped markers are refused', async () => {
  const outcome = await open({
    leaf: { markers: [intermediateMarker] },
    intermediate: { markers: [leafMarker] },
  })
  expect(outcome).toEqual(invalid('intermediate certificate is not a CA'))
})

test('one certificate cannot be leaf and intermediate at once', async () => {
  const outcome = await open({ leaf: { markers: [leafMarker, intermediateMarker] } })
  expect(outcome).toEqual(invalid('intermediate certificate is not there once'))
})

test('an intermediate that is not a CA is refused', async () => {
  expect(await open({ intermediate: { ca: false } })).toEqual(
    invalid('intermediate certificate is not a CA'),
  )
})

test('another root is refused', async () => {
  expect(await open({ root: issue({ subject: 'Other Root', ca: true }) })).toEqual(wrongRoot)
})

test('another root of the same name is refused', async () => {
  expect(await open({ root: issue({ subject: 'Test Root', ca: true }) })).toEqual(wrongRoot)
})

test('without roots nothing opens', async () => {
  const roots = { rootCertificates: [] }
  expect(await open({}, { ...appleContext, roots })).toEqual(wrongRoot)
})

test('a leaf from another intermediate is refused, also one of the same name', async () => {
  for (const subject of ['Other CA', 'Test CA']) {
    const leafIssuer = issue({ subject, ca: true })
    expect(await open({ leafIssuer })).toEqual(invalid('leaf is not issued by the intermediate'))
  }
})

test('an expired or not yet valid leaf is refused', async () => {
  const reason = 'leaf certificate is out of its validity period'
  expect(await open({ leaf: { validToMs: nowMs - 1000 } })).toEqual(invalid(reason))
  expect(await open({ leaf: { validFromMs: nowMs + 1000 } })).toEqual(invalid(reason))
})

test('an expired or not yet valid intermediate is refused', async () => {
  const reason = 'intermediate is out of its validity period'
  expect(await open({ intermediate: { validToMs: nowMs - 1000 } })).toEqual(invalid(reason))
  expect(await open({ intermediate: { validFromMs: nowMs + 1000 } })).toEqual(invalid(reason))
})

test('an expired root is refused', async () => {
  const root = issue({ subject: 'Old Root', ca: true, validToMs: nowMs - 1000 })
  const roots = { rootCertificates: [toPem(root)] }
  expect(await open({ root }, { ...appleContext, roots })).toEqual(
    invalid('root certificate is out of its validity period'),
  )
})

test('a signature without certificates is refused', async () => {
  const cms = {
    edit: (signedData: { certificates?: unknown[] }) => void (signedData.certificates = []),
  }
  expect((await open({ cms })).type).toBe('invalid')
})

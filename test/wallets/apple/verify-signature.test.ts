import { SignedAndUnsignedAttributes } from 'pkijs'
import type { SignedData } from 'pkijs'
import { describe, expect, test } from 'vitest'
import { openApplePay } from '../../../src/wallets/open-apple-pay.ts'
import { appleContext, mintAppleToken } from '../support/apple-wallet.ts'
import type { AppleOptions } from '../support/apple-wallet.ts'
import { issue } from '../support/certificates.ts'
import { nowMs, p256, spkiBase64 } from '../support/google-wallet.ts'
import { attributeType, signingTimeAttribute } from '../support/signed-data.ts'

const open = (options: AppleOptions, context = appleContext) =>
  openApplePay(mintAppleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

const minute = 60_000

describe('a signature', () => {
  test('in indefinite length, as Apple sends it, is taken', async () => {
    const token = (made: { signature: string }) => ({
      ...made,
      signature: toIndefiniteLength(Buffer.from(made.signature, 'base64')).toString('base64'),
    })
    expect((await open({ token })).type).toBe('opened')
  })

  test('by a key other than the leaf is refused', async () => {
    const signer = issue({ subject: 'Stranger' })
    expect(await open({ cms: { signer } })).toEqual(invalid('signature is wrong'))
  })

  test('by a signer who names another certificate is refused', async () => {
    const signerName = issue({ subject: 'Stranger' })
    expect(await open({ cms: { signerName } })).toEqual(
      invalid('signer is not the leaf certificate'),
    )
  })

  test('empty, or not CMS at all, is refused', async () => {
    const reasons = {
      '': 'signature is not canonical base64',
      AAAA: 'signature is not CMS signed data',
    }
    for (const [signature, reason] of Object.entries(reasons)) {
      const outcome = await open({ token: (token) => ({ ...token, signature }) })
      expect(outcome).toEqual(invalid(reason))
    }
  })

  test('followed by more bytes is refused', async () => {
    const token = (made: { signature: string }) => ({
      ...made,
      signature: Buffer.concat([Buffer.from(made.signature, 'base64'), Buffer.from([0])]).toString(
        'base64',
      ),
    })
    expect(await open({ token })).toEqual(invalid('signature is not CMS signed data'))
  })

  test('without signed attributes is refused', async () => {
    expect(await open({ cms: { withoutAttributes: true } })).toEqual(
      invalid('signed attributes are missing'),
    )
  })

  test('that carries its own content is refused', async () => {
    expect(await open({ cms: { attached: true } })).toEqual(invalid('signature is not detached'))
  })

  test('without a signer, or with two, is refused', async () => {
    const none = (data: { signerInfos: unknown[] }) => void data.signerInfos.splice(0)
    const two = (data: { signerInfos: unknown[] }) =>
      void data.signerInfos.push(data.signerInfos[0])
    for (const edit of [none, two]) expect((await open({ cms: { edit } })).type).toBe('invalid')
  })

  test('of another version is refused', async () => {
    const patches = {
      'signed data is not of version 1': ['020101310d', '020103310d'],
      'signer is not of version 1': ['0201013018', '0201033018'],
    }
    for (const [reason, [from, to]] of Object.entries(patches)) {
      const token = (made: { signature: string }) => {
        const hex = Buffer.from(made.signature, 'base64').toString('hex')
        return {
          ...made,
          signature: Buffer.from(hex.replace(from!, to!), 'hex').toString('base64'),
        }
      }
      expect(await open({ token })).toEqual(invalid(reason))
    }
  })

  test('with unsigned attributes is refused', async () => {
    const attributes = [signingTimeAttribute(nowMs)]
    const unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes })
    const edit = (data: SignedData) => void (data.signerInfos[0]!.unsignedAttrs = unsignedAttrs)
    expect(await open({ cms: { edit } })).toEqual(invalid('signer has unsigned attributes'))
  })

  test('of a monstrous size is not even parsed', async () => {
    const signature = Buffer.concat([Buffer.from('0682b000', 'hex'), Buffer.alloc(0xb000, 0x7f)])
    const outcome = await open({
      token: (made) => ({ ...made, signature: signature.toString('base64') }),
    })
    expect(outcome).toEqual(invalid('signature is not CMS signed data'))
  })

  test('with SHA-1 or another algorithm is refused', async () => {
    expect(await open({ cms: { digestAlgorithm: '1.3.14.3.2.26' } })).toEqual(
      invalid('digest is not SHA-256'),
    )
    expect(await open({ cms: { signatureAlgorithm: '1.2.840.10045.4.1' } })).toEqual(
      invalid('signature algorithm is not ECDSA with SHA-256'),
    )
  })

  test('of something that is not plain data is refused', async () => {
    expect(await open({ cms: { contentType: '1.2.840.113549.1.7.2' } })).toEqual(
      invalid('content type attribute is wrong'),
    )
  })

  test('over another digest is refused', async () => {
    expect(await open({ cms: { digest: Buffer.alloc(32) } })).toEqual(
      invalid('message digest is not that of this token'),
    )
  })

  test.each(
    Object.entries({
      'content type': attributeType.contentType,
      'message digest': attributeType.messageDigest,
      'signing time': attributeType.signingTime,
    }),
  )('without the %s attribute is refused', async (name, type) => {
    const outcome = await open({
      cms: { attributes: (all) => all.filter((attribute) => attribute.type !== type) },
    })
    expect(outcome).toEqual(invalid(`${name} attribute is not there once`))
  })

  test('with two signing times is refused', async () => {
    const outcome = await open({
      cms: { attributes: (all) => [...all, signingTimeAttribute(nowMs)] },
    })
    expect(outcome).toEqual(invalid('signing time attribute is not there once'))
  })

  test('made more than five minutes from now is refused', async () => {
    const old = invalid('signing time is too far from now')
    expect((await open({ cms: { signingTimeMs: nowMs - 5 * minute } })).type).toBe('opened')
    expect(await open({ cms: { signingTimeMs: nowMs - 5 * minute - 1000 } })).toEqual(old)
    expect(await open({ cms: { signingTimeMs: nowMs + 5 * minute + 1000 } })).toEqual(old)
  })

  test('may be older when the gateway is told so', async () => {
    const cms = { signingTimeMs: nowMs - 9 * minute }
    const context = { ...appleContext, maxAgeMs: 10 * minute }
    expect((await open({ cms }, context)).type).toBe('opened')
  })
})

describe('the signature covers', () => {
  const changed = invalid('message digest is not that of this token')

  test('the data', async () => {
    const token = (made: { data: string }) => ({
      ...made,
      data: made.data.replace(/^..../, 'AAAA'),
    })
    expect(await open({ token })).toEqual(changed)
  })

  test('the ephemeral key', async () => {
    const outcome = await open({
      token: (made) => ({
        ...made,
        header: { ...made.header, ephemeralPublicKey: spkiBase64(p256().publicKey) },
      }),
    })
    expect(outcome).toEqual(changed)
  })

  test('the transaction id', async () => {
    const outcome = await open({
      token: (made) => ({ ...made, header: { ...made.header, transactionId: '00'.repeat(32) } }),
    })
    expect(outcome).toEqual(changed)
  })

  test('the application data, also when it is added or left out', async () => {
    const applicationData = '11'.repeat(32)
    const added = await open({
      token: (made) => ({ ...made, header: { ...made.header, applicationData } }),
    })
    expect(added).toEqual(changed)
    const left = await open({
      applicationData,
      token: (made) => ({ ...made, header: { ...made.header, applicationData: undefined } }),
    })
    expect(left).toEqual(changed)
  })
})

/** 30 80 oid a0 80 … 00 00 00 00 in place of definite lengths on the two outer levels. */
function toIndefiniteLength(der: Buffer): Buffer {
  const inside = der.subarray(4)
  const oidLength = 2 + inside[1]!
  const signedData = inside.subarray(oidLength + 4)
  return Buffer.concat([
    Buffer.from([0x30, 0x80]),
    inside.subarray(0, oidLength),
    Buffer.from([0xa0, 0x80]),
    signedData,
    Buffer.alloc(4),
  ])
}

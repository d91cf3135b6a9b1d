import assert from 'node:assert/strict'
import {
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomUUID,
  X509Certificate,
} from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, compactVerify, decodeProtectedHeader } from 'jose'
import type { Json } from './http.ts'
import { send } from './http.ts'

interface Content {
  acsURL: string
  acsEphemPubKey: JsonWebKey
  sdkEphemPubKey: JsonWebKey
}

/** The 3-D Secure SDK of an app: makes the data of a transaction, then holds the challenge itself. */
export function startSdk(changes: object = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sdkTransID = randomUUID()
  const sdkReferenceNumber = '3DS_LOA_SDK_TEST_020200_00001'
  const sdkData = {
    sdkAppID: randomUUID(),
    sdkTransID,
    sdkReferenceNumber,
    sdkMaxTimeout: 5,
    sdkEncData: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.a2V5.aXY.ZGF0YQ.dGFn',
    sdkEphemPubKey: publicKey.export({ format: 'jwk' }),
    ...changes,
  }

  /** Believes only what the directory vouches for: whose key, which address. */
  async function open(acsData: Json, rootCertificate: string) {
    const { acsSignedContent } = acsData as { acsSignedContent: string }
    const [acs = '', root = ''] = decodeProtectedHeader(acsSignedContent).x5c ?? []
    assert.equal(root, rootCertificate)
    assert.ok(certificate(acs).verify(certificate(root).publicKey))
    const { payload } = await compactVerify(acsSignedContent, certificate(acs).publicKey)
    const content = JSON.parse(Buffer.from(payload).toString()) as Content
    assert.deepEqual(content.sdkEphemPubKey, sdkData.sdkEphemPubKey)
    const publicKey = createPublicKey({ key: content.acsEphemPubKey, format: 'jwk' })
    return {
      key: derive(diffieHellman({ privateKey, publicKey }), sdkReferenceNumber),
      acsURL: content.acsURL,
    }
  }

  return {
    sdkData,
    /** Asks for the screen, then sends what the payer has typed; gives both answers. */
    async challenge(acsData: Json, rootCertificate: string, typed: object): Promise<Json[]> {
      const { key, acsURL } = await open(acsData, rootCertificate)
      const answers: Json[] = []
      for (const [index, entry] of [{}, typed].entries()) {
        const creq = {
          messageType: 'CReq',
          messageVersion: acsData.messageVersion,
          threeDSServerTransID: acsData.tdsServerTxnId,
          acsTransID: acsData.acsTxnId,
          sdkTransID,
          sdkCounterStoA: `00${String(index)}`,
          ...entry,
        }
        const body = await new CompactEncrypt(Buffer.from(JSON.stringify(creq)))
          .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid: String(acsData.acsTxnId) })
          .encrypt(key)
        const headers = { 'content-type': 'application/jose' }
        const answer = await fetch(acsURL, { method: 'POST', headers, body })
        const text = await answer.text()
        assert.equal(answer.status, 200, text)
        const { plaintext } = await compactDecrypt(text, key)
        answers.push(JSON.parse(Buffer.from(plaintext).toString()))
      }
      return answers
    },
  }
}

export const directoryRoot = async (sandbox: string): Promise<string> =>
  String((await send(`${sandbox}/threeds/directory`)).body.rootCertificate)

const certificate = (base64: string) => new X509Certificate(Buffer.from(base64, 'base64'))

/** The Concat KDF for 256 bits, with the SDK's reference number as PartyVInfo. */
function derive(secret: Buffer, reference: string): Buffer {
  const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
  const party = Buffer.from(reference)
  const info = [number(0), number(0), number(party.length), party, number(256)]
  return createHash('sha256')
    .update(Buffer.concat([number(1), secret, ...info]))
    .digest()
}

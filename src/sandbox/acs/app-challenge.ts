import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Authentication, Result } from '../threeds/authentications.ts'
import type { AppChannel } from '../threeds/app-channel.ts'
import { challengeKey } from '../threeds/app-channel.ts'
import { resultOf } from './result-of.ts'

interface Creq {
  acsTransID?: string
  sdkTransID?: string
  messageType?: string
  sdkCounterStoA?: string
  challengeDataEntry?: string
  challengeCancel?: string
}

/** The CReq that the SDK of an app has encrypted; undefined when it is not for this challenge. */
export async function openCreq(
  app: AppChannel,
  { acsTransID }: Authentication,
  jwe: string,
): Promise<Creq | undefined> {
  try {
    const { plaintext } = await compactDecrypt(jwe, challengeKey(app), {
      keyManagementAlgorithms: ['dir'],
    })
    const creq = JSON.parse(Buffer.from(plaintext).toString()) as Creq
    const isOurs = creq.acsTransID === acsTransID && creq.sdkTransID === app.sdkTransID
    return isOurs && creq.messageType === 'CReq' ? creq : undefined
  } catch {
    return undefined
  }
}

/** What the payer has decided; undefined while the code has still to be asked for. */
export const decisionIn = ({ challengeDataEntry, challengeCancel }: Creq): Result | undefined =>
  challengeDataEntry === undefined && challengeCancel === undefined
    ? undefined
    : resultOf(challengeDataEntry, challengeCancel)

/** CRes: the native screen that asks for the code, or the end. */
export function sealCres(
  app: AppChannel,
  { threeDSServerTransID, acsTransID, messageVersion }: Authentication,
  creq: Creq,
  result: Result | undefined,
): Promise<string> {
  const cres = {
    messageType: 'CRes',
    messageVersion,
    threeDSServerTransID,
    acsTransID,
    sdkTransID: app.sdkTransID,
    acsCounterAtoS: creq.sdkCounterStoA ?? '000',
    ...(result
      ? { challengeCompletionInd: 'Y', transStatus: result.transStatus }
      : {
          challengeCompletionInd: 'N',
          acsUiType: '01',
          challengeInfoHeader: 'Confirm with your bank',
          challengeInfoText: 'The code 123456 passes.',
          challengeInfoLabel: 'Code from the text message',
          submitAuthenticationLabel: 'Confirm',
        }),
  }
  return new CompactEncrypt(Buffer.from(JSON.stringify(cres)))
    .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid: acsTransID })
    .encrypt(challengeKey(app))
}

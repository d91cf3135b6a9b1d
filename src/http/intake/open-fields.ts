import type { z } from 'zod'
import { CARD_PROBLEM, Cvv, ExpDate, TokenNumber } from '../../contract/instrument.ts'
import type { InstrumentAttributes } from '../../contract/instrument.ts'
import { isCardNumber } from '../../domain/cards/check-digit.ts'
import { openEncryptedField } from '../../vault/encrypted-fields.ts'
import { invalidField } from '../refused.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

/** The attributes with `enc*` fields opened, checked like those that come in the clear. */
export async function openFields<Attributes extends InstrumentAttributes>(
  services: Uses<'keyRing'>,
  merchantId: string,
  attributes: Attributes,
  type: InstrumentAttributes['type'] = attributes.type,
): Promise<Omit<Attributes, 'encInstrumentNo' | 'encExpDate' | 'encCvv'>> {
  const { encInstrumentNo, encExpDate, encCvv, ...plain } = attributes
  const open = async (field: string, jwe: string | undefined, problemOf: Check) => {
    if (jwe === undefined) return undefined
    const opened = await openEncryptedField(jwe, { keyRing: services.keyRing, merchantId })
    const problem = opened.type === 'opened' ? problemOf(opened.value) : reasons[opened.reason]
    if (problem !== undefined) throw invalidField(`instrument.${field}`, problem)
    return opened.type === 'opened' ? opened.value : undefined
  }
  const numberProblem = type === 'COF' ? problemBy(TokenNumber) : cardProblem
  const instrumentNo = await open('encInstrumentNo', encInstrumentNo, numberProblem)
  const expDate = await open('encExpDate', encExpDate, problemBy(ExpDate))
  const cvv = await open('encCvv', encCvv, problemBy(Cvv))
  return { ...plain, ...present({ instrumentNo, expDate, cvv }) }
}

type Check = (value: string) => string | undefined

const cardProblem: Check = (number) => (isCardNumber(number) ? undefined : CARD_PROBLEM)

const problemBy =
  (schema: z.ZodType): Check =>
  (value) =>
    schema.safeParse(value).error?.issues[0]?.message

const reasons = {
  malformed: 'must be a compact JWE with iat and mid in its protected header',
  algorithm_not_allowed: 'must use RSA-OAEP-256 or ECDH-ES+A256KW with A256GCM',
  unknown_key: 'must be encrypted to a published key',
  wrong_merchant: 'must name this merchant as mid',
  expired: 'must not be older than 15 minutes',
  from_the_future: 'must not be from the future',
  undecryptable: 'cannot be decrypted',
} as const

import { z } from 'zod'
import type { BankInfo } from '../bank.ts'
import type { Answer } from '../http.ts'
import type { AutopayHttp } from './http.ts'
import { newMessageId } from './names.ts'

/** The ways to pay that the account has; an empty list is no list. */
export async function askGateways(
  http: AutopayHttp,
  currency: string,
  signal?: AbortSignal,
): Promise<Answer<Gateway[]>> {
  const MessageID = newMessageId()
  const fields = { ServiceID: http.serviceId, MessageID, Currencies: currency, Language: 'PL' }
  const answer = await http.json(
    { path: '/gatewayList/v3', message: 'gatewayList', fields, reference: MessageID },
    GatewayList,
    signal,
  )
  if (answer.type !== 'answered') return answer
  const { messageID, gatewayList } = answer.body
  return messageID === MessageID
    ? { type: 'answered', body: gatewayList }
    : { type: 'noAnswer', because: 'garbled' }
}

/** Of them those whose page a payer is sent to: banks, and the one for cards where it was named. */
export const banksIn = (gateways: readonly Gateway[], cardGateway?: number): BankInfo[] =>
  gateways
    .filter(
      ({ groupType, availableFor, gatewayID }) =>
        (groupType === 'PBL' || gatewayID === cardGateway) && availableFor !== 'B2B',
    )
    .map(({ gatewayID, name, iconURL, iconUrl, state }) => ({
      provider: 'BM',
      bank: String(gatewayID),
      bankId: gatewayID,
      name,
      iconURL: iconURL ?? iconUrl ?? '',
      available: state === 'OK',
    }))

/** Both spellings of two members are in the provider's own example. */
const Gateway = z
  .object({
    gatewayID: z.int().positive().optional(),
    id: z.int().positive().optional(),
    name: z.string().min(1).max(200),
    groupType: z.string().max(30).nullish(),
    iconURL: z.string().max(2048).nullish(),
    iconUrl: z.string().max(2048).nullish(),
    state: z.string().max(64),
    availableFor: z.string().max(10).nullish(),
  })
  .transform((gateway) => ({ ...gateway, gatewayID: gateway.gatewayID ?? gateway.id ?? 0 }))
  .refine(({ gatewayID }) => gatewayID > 0)
export type Gateway = z.infer<typeof Gateway>

const GatewayList = z.object({
  result: z.literal('OK'),
  messageID: z.string(),
  gatewayList: z.array(Gateway).min(1).max(1_000),
})

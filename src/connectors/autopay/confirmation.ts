import { hashOf } from './hash.ts'
import type { Sealing } from './hash.ts'
import { escapeXml } from './xml.ts'

/** What a confirmation names the message by, and the two elements that it stands in. */
const places = {
  orderID: ['transactionsConfirmations', 'transactionConfirmed'],
  remoteOutID: ['transactionsConfirmations', 'transactionConfirmed'],
  clientHash: ['recurringConfirmations', 'recurringConfirmed'],
} as const

interface Confirmed {
  serviceId: string
  sealing: Sealing
  by: keyof typeof places
  id: string
}

/** What the provider waits for; without it the message comes again, for weeks. */
export function confirmationOf(
  { serviceId, sealing, by, id }: Confirmed,
  isTaken: boolean,
): string {
  const [list, one] = places[by]
  const confirmation = isTaken ? 'CONFIRMED' : 'NOTCONFIRMED'
  const hash = hashOf([serviceId, id, confirmation], sealing)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<confirmationList><serviceID>${escapeXml(serviceId)}</serviceID>`,
    `<${list}><${one}>`,
    `<${by}>${escapeXml(id)}</${by}><confirmation>${confirmation}</confirmation>`,
    `</${one}></${list}>`,
    `<hash>${hash}</hash></confirmationList>`,
  ].join('')
}

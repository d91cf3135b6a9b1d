import { isDocumentProven, textOf } from './http.ts'
import type { Sealing } from './hash.ts'
import { readXml } from './xml.ts'
import type { Element } from './xml.ts'

/** The service that messages are for, with every key that may have signed them. */
export interface MessageReader {
  serviceId: string
  sealings: readonly Sealing[]
}

/** A document that came in a field of a form, and the key that proves it. */
export interface Sealed {
  root: Element
  sealing: Sealing
}

/** Reads Base64, in lines or not, of a document with this root; undefined unless it is proven to be for the service. */
export function openField(
  field: string,
  rootName: string,
  { serviceId, sealings }: MessageReader,
): Sealed | undefined {
  const base64 = field.replace(/[\r\n]+/g, '')
  const root = /^[A-Za-z0-9+/]+={0,2}$/.test(base64)
    ? readXml(Buffer.from(base64, 'base64').toString('utf8'))
    : undefined
  if (root?.name !== rootName || textOf(root, 'serviceID') !== serviceId) return undefined
  const sealing = sealings.find((one) => isDocumentProven(root, one))
  return sealing && { root, sealing }
}

import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'

/** Reads CMS signed data, also of indefinite length as Apple sends it. */
export function parseSignedData(bytes: Buffer): SignedData {
  if (bytes.length > maxBytes) throw new Error('too long')
  const { result } = fromBER(bytes, { maxDepth: 32, maxNodes: 2000 })
  // The parser forgives wrong lengths and trailing bytes; writing the value again shows them.
  if (!Buffer.from(result.toBER()).equals(bytes)) throw new Error('not one exact ASN.1 value')
  const contentInfo = new ContentInfo({ schema: result })
  if (contentInfo.contentType !== ContentInfo.SIGNED_DATA) throw new Error('not signed data')
  return new SignedData({ schema: contentInfo.content })
}

/** Apple's signatures take about 2 KB; a parser's slow paths need much more. */
const maxBytes = 8192

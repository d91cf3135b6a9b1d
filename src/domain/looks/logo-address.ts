import type { Merchant } from '../merchant.ts'
import { pictureTypes } from './picture.ts'
import type { PictureType } from './picture.ts'

export const LOGOS = '/pay/logos'

/** Where a logo that was uploaded is: another content is another address, so that browsers may keep it. */
export const logoPath = (merchantId: string, sha256: string, mediaType: PictureType): string =>
  `${LOGOS}/${encodeURIComponent(merchantId)}/${sha256.slice(0, 32)}.${pictureTypes[mediaType]}`

/** For whoever is not on our own page: there the path alone is enough. */
export const logoAddress = (
  { logoUrl }: Pick<Merchant, 'logoUrl'>,
  publicUrl: string,
): string | undefined => (logoUrl?.startsWith(LOGOS) ? publicUrl + logoUrl : logoUrl)

import type { PageHost } from '../../looks/page-host.ts'
import { pageOrigin } from '../../looks/page-host.ts'

/** The hosted page of a payment or a tokenization. */
export const pageUrl = (publicUrl: string, merchant: PageHost, linkId: string): string =>
  `${pageOrigin(publicUrl, merchant)}/pay/${linkId}`

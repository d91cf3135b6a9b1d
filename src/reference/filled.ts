import type { Credentials } from './api-document.ts'

/** What a local stack knows of itself. */
export const filled = (text: string, credentials: Credentials | undefined): string =>
  credentials
    ? text
        .replaceAll('10000001', credentials.merchantId)
        .replaceAll('YOUR_SECRET', credentials.secret)
    : text

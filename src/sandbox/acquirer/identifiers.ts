import { randomBytes, randomInt } from 'node:crypto'

export const authorisationCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** Letters go first: a long number would look like a card to whoever searches logs for one. */
export const acquirerReference = () => `ARN${randomBytes(8).toString('hex').toUpperCase()}`

export const networkTransactionId = () => `NTI${randomBytes(6).toString('hex').toUpperCase()}`

export const fileIdentifier = () => `FILE-${randomBytes(6).toString('hex').toUpperCase()}`

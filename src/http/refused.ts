import { titleOf } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'

export interface FieldError {
  field: string
  message: string
}

export interface RefusedOptions {
  /** Public text about this one case; the title of the code when absent. */
  detail?: string
  errors?: FieldError[]
  paymentStatus?: string
  headers?: Record<string, string>
  /** Where to look for what became of it. */
  lookAt?: { paymentId: string } | { tokenizerId: string }
}

/** Ends a request with one of the registered codes; the one error handler makes the answer. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly options: RefusedOptions

  constructor(code: RefusalCode, options: RefusedOptions = {}) {
    super(options.detail ?? titleOf(code))
    this.name = 'Refused'
    this.code = code
    this.options = options
  }
}

/** A request in which one field is wrong in a way that no schema can say. */
export const invalidField = (field: string, message: string): Refused =>
  new Refused('invalid_request', { errors: [{ field, message }] })

/** A payer says what only the merchant may. */
export const merchantsWord = (fields: string[]): Refused =>
  new Refused('forbidden', {
    errors: fields.map((field) => ({ field, message: 'is for the merchant to say' })),
  })

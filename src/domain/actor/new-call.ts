import type { Call, CallKind } from './call.ts'

/** A call that is made for the first time: its id follows from its reference. */
export const newCall = (kind: CallKind, reference: string, amountMinor = 0): Call => ({
  id: `call/${reference}/1`,
  kind,
  reference,
  amountMinor,
  attempt: 1,
})

/** The same once more: its reference makes it one operation, however often it is sent. */
export const callAgain = (call: Call): Call => {
  const attempt = call.attempt + 1
  return { ...call, attempt, id: `call/${call.reference}/${attempt}` }
}

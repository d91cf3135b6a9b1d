import type { Seal, SealProblem } from '../../vault/seal.ts'
import type { Incident } from '../../review/incident/incident.ts'
import { changedParts } from '../../review/incident/incident.ts'

/** A page ends with its seal, which covers every byte before it. */
const SEAL = /\n<!-- sealed ([\w-]+) ([\w-]+) -->\n$/

export const sealedPage = (page: string, given: Seal | undefined): string =>
  given ? `${page}\n<!-- sealed ${given.kid} ${given.signature} -->\n` : page

export type SealedIncident = Incident & { seal?: Seal }

/** The text that the seal of an incident as JSON covers: itself, without white space and seal. */
export const sealedTextOf = ({ seal: _, ...incident }: SealedIncident): string =>
  JSON.stringify(incident)

export interface Verdict {
  paymentId: string
  seal: 'good' | 'missing' | SealProblem
  kid?: string
  /** Parts that are not what their hash says. */
  changed: string[]
}

/** What a page or a JSON file that was written before is worth now. */
export function judgeIncident(
  text: string,
  problemOf: (text: string, given: Seal) => SealProblem | undefined,
): Verdict {
  const embedded = /<script type="application\/json" id="incident">(.*)<\/script>/s.exec(text)?.[1]
  const incident = JSON.parse(embedded ?? text) as SealedIncident
  const [found, kid = '', signature = ''] = SEAL.exec(text) ?? []
  const given = embedded === undefined ? incident.seal : found && { kid, signature }
  const covered = embedded === undefined ? sealedTextOf(incident) : text.replace(SEAL, '')
  return {
    paymentId: incident.paymentId,
    seal: given ? (problemOf(covered, given) ?? 'good') : 'missing',
    ...(given && { kid: given.kid }),
    changed: changedParts(incident),
  }
}

import type { Incident, IncidentParts } from './incident.ts'
import { manifestOf } from './incident.ts'

/**
 * The same for the merchant whose payment it is: what happened, when, and what was said to whom, and
 * nothing of how we work inside: no names of operators, no processes and builds, no engine, no logs.
 */
export function incidentForMerchant({ paymentId, madeAt, parts }: Incident): Incident {
  const shown = withoutInside({
    ...parts,
    intents: [],
    approvals: [],
    operators: [],
    history: [],
    log: [],
    replay: { notRun: 'kept by the operator' },
  }) as IncidentParts
  return { paymentId, madeAt, manifest: manifestOf(shown), parts: shown }
}

/** Members that name a process, a build or a machine. */
const inside = new Set(['secretOwner', 'decidedBy', 'held'])

function withoutInside(value: unknown): unknown {
  if (typeof value === 'string') return withoutNames(value)
  if (Array.isArray(value)) return value.map(withoutInside)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      inside.has(name) ? [] : [[name, withoutInside(one)]],
    ),
  )
}

const withoutNames = (text: string): string =>
  text
    .replace(/\boperator\/[^\s,"]+/g, 'operator')
    .replace(/\b(?:api|worker)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'a process')

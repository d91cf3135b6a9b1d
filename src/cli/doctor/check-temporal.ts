import type { Client } from '@temporalio/client'
import { RETENTION_DAYS, searchAttributeNames } from '../../domain/search-attributes.ts'
import { ok, warning, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_SECONDS = 86_400
const schedules = [
  'settlement-daily',
  'settlement-blik',
  'settlement-bank',
  'settlement-accounts',
  'retention-daily',
]

/** The namespace, how long it keeps, what it can be searched by, and what runs by itself. */
export async function checkTemporal(client: Client): Promise<Finding[]> {
  const { namespace } = client.options
  const { workflowService, operatorService } = client.connection
  const described = await workflowService.describeNamespace({ namespace })
  const seconds = Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0)
  const listed = await operatorService.listSearchAttributes({ namespace })
  const made = await Promise.all(
    schedules.map(async (id) => ({
      id,
      paused: await client.schedule
        .getHandle(id)
        .describe()
        .then(
          ({ state }) => state.paused,
          () => undefined,
        ),
    })),
  )
  return [
    ok('temporal namespace', namespace),
    retentionFinding(seconds / DAY_SECONDS),
    attributesFinding(Object.keys(listed.customAttributes)),
    ...made.map(({ id, paused }) => scheduleFinding(id, paused)),
  ]
}

export const retentionFinding = (days: number): Finding =>
  days >= RETENTION_DAYS
    ? ok('temporal retention', `${days} days`)
    : warning(
        'temporal retention',
        `${days} days`,
        `keep what has ended for ${RETENTION_DAYS} days: temporal operator namespace update --retention`,
      )

export function attributesFinding(known: readonly string[]): Finding {
  const missing = searchAttributeNames.filter((name) => !known.includes(name))
  return missing.length === 0
    ? ok('search attributes', `all ${searchAttributeNames.length}`)
    : wrong(
        'search attributes',
        `missing: ${missing.join(', ')}`,
        'add them: temporal operator search-attribute create, or start once with `npm start`',
      )
}

export function scheduleFinding(id: string, paused: boolean | undefined): Finding {
  const check = `schedule ${id}`
  if (paused === undefined)
    return wrong(check, 'is not there', 'start a worker: it makes the schedules')
  return paused
    ? warning(check, 'is paused', `unpause it: temporal schedule toggle`)
    : ok(check, 'runs')
}

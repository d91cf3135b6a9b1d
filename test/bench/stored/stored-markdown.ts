import { paceOf, section } from '../report.ts'
import type { Cell } from '../report.ts'
import { spreadOf } from '../rounds.ts'
import { CLIENTS } from './beside-migration.ts'
import type { Look, Stored } from './measure-stored.ts'
import type { Size } from './sizes.ts'
import type { Timed } from './timed.ts'

/** What was measured before and after, as Markdown. */
export function storedMarkdown({ payments, before, after, besideMigration }: Stored): string {
  const many = payments.toLocaleString('en-US')
  return [
    ...section('Card sales until COMPLETED', [
      ...salesOf('none', before),
      ...salesOf(`${many} payments`, after),
      ...salesOf(`and while two indexes are built, ${besideMigration.seconds.toFixed(0)} s`, {
        sales: [{ clients: CLIENTS, ...besideMigration }],
      }),
    ]),
    ...section(
      `How long each takes beside none and beside ${many} payments, in ms`,
      after.times.map((time) => timeRow(time, before)),
    ),
    ...section('On disk', after.sizes.filter(isLarge).map(sizeRow)),
  ].join('\n')
}

const salesOf = (stored: string, { sales }: Pick<Look, 'sales'>): Record<string, Cell>[] =>
  sales.map(({ clients, rounds, cpu }) => ({
    stored,
    clients,
    ...paceOf(rounds),
    'CPU ms of Postgres': spreadOf(cpu.map(({ postgres = NaN }) => postgres)),
    'of a gateway': spreadOf(cpu.map((one) => one['api-1'] ?? NaN)),
  }))

function timeRow(after: Timed, { times }: Look): Record<string, Cell> {
  const before = times.find(({ name }) => name === after.name)
  return {
    what: after.name.replaceAll('|', String.raw`\|`),
    'p50 before': round(before?.p50),
    'p95 before': round(before?.p95),
    p50: after.problem === undefined ? round(after.p50) : 'failed',
    p95: round(after.p95),
  }
}

const round = (ms = NaN): number => (ms < 20 ? Math.round(ms * 10) / 10 : Math.round(ms))

const MB = 1_000_000
const isLarge = ({ bytes }: Size): boolean => bytes >= MB

const sizeRow = ({ table, rows, bytes, indexBytes }: Size): Record<string, Cell> => ({
  table,
  rows: rows.toLocaleString('en-US'),
  MB: Math.round(bytes / MB),
  'of which indexes': Math.round(indexBytes / MB),
})

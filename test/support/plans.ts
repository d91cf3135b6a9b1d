import type pg from 'pg'
import type { Db, DbPool } from '../../src/postgres/db.ts'

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export interface Explained {
  Plan: Plan
  text: string
}

/**
 * Every statement of a question, run and explained by the server. What writes is run twice, and must be
 * the same twice.
 */
export async function plansOf(
  pool: DbPool,
  ask: (db: DbPool) => Promise<unknown>,
): Promise<Explained[]> {
  const plans: Explained[] = []
  const explained =
    (db: Db): Db['query'] =>
    async ({ text, values }) => {
      const explain = `explain (analyze, buffers, format json) ${text}`
      const { rows } = await db.query({ text: explain, values: values ?? [] })
      const [{ Plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN']
      plans.push({ Plan, text: shapeOf(Plan) })
      return db.query({ text, values: values ?? [] })
    }
  await ask({
    query: explained(pool),
    end: () => Promise.resolve(),
    connect: async () => {
      const client = await pool.connect()
      const query = explained(client)
      const inTransaction = (config: string | pg.QueryConfig) =>
        typeof config === 'string' ? client.query(config) : query(config)
      return new Proxy(client, {
        get: (target, name) => {
          if (name === 'query') return inTransaction
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
    },
  })
  return plans
}

export const pagesOf = (plan: Plan): number =>
  plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

const shapeOf = (plan: Plan, depth = 0): string => {
  const on = plan['Relation Name'] === undefined ? '' : ` on ${plan['Relation Name']}`
  const using = plan['Index Name'] === undefined ? '' : ` using ${plan['Index Name']}`
  const line = `${'  '.repeat(depth)}${plan['Node Type']}${on}${using}: ${plan['Actual Rows']} rows, ${pagesOf(plan)} pages`
  return [line, ...(plan.Plans ?? []).map((one) => shapeOf(one, depth + 1))].join('\n')
}

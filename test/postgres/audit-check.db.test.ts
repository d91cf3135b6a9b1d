import { expect, test } from 'vitest'
import { checkAudit } from '../../src/postgres/audit-check.ts'
import { execute } from '../../src/postgres/db.ts'
import { auditOperator } from '../../src/postgres/operator-audit.ts'
import { freshDatabase } from '../support/database.ts'

const line = (subject: string) => ({
  operator: 'anna',
  action: 'payment.hold',
  subject,
  origin: 'here',
  outcome: 'done',
  detail: { reason: 'ł "quoted"', at: 1.5 },
})

test('an audit that nobody touched is whole, also when many wrote at once', async () => {
  const { pool } = await freshDatabase()
  await Promise.all(
    Array.from({ length: 25 }, (_, index) => auditOperator(pool, line(`p${index}`))),
  )
  expect(await checkAudit(pool)).toEqual([])
})

test.each([
  ['changed', `update operator_audit set operator = 'jan' where sequence = 2`, ['2']],
  ['taken out', 'delete from operator_audit where sequence = 2', ['3', '4']],
  ['put in', `update operator_audit set sequence = sequence + 1 where sequence > 3`, ['5']],
])('a line that was %s shows', async (_, tampering, found) => {
  const { pool } = await freshDatabase()
  for (const subject of ['a', 'b', 'c', 'd']) await auditOperator(pool, line(subject))
  await expect(execute(pool, tampering)).rejects.toThrow('append-only')
  await execute(pool, 'alter table operator_audit disable trigger operator_audit_final')
  await execute(pool, tampering)
  const findings = await checkAudit(pool)
  expect(findings.map(({ check, id }) => [check, id])).toEqual(found.map((id) => ['audit', id]))
})

import { describe, expect, test } from 'vitest'
import { listAudit } from '../../support/list-audit.ts'
import { disableOperator, giveToken, saveOperator } from '../../../src/postgres/operators.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'

interface Asked {
  id: string
  firstHalf: string
}

async function world() {
  const { url, pool } = await freshDatabase()
  const { path } = await freshKeyRing()
  const settings = { DATABASE_URL: url, KEYS_FILE: path }
  const as = (token: string) => commandLine({ ...settings, TOLLGATE_TOKEN: token })
  return { pool, run: commandLine(settings), as }
}

describe('operators', () => {
  test('are added with a token that is shown once, listed and disabled; all of it is audited', async () => {
    const { pool, run } = await world()
    const added = await run('operators', 'add', 'ola', '--role', 'approver', '--days', '30')
    expect(added).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ola is approver.*\ntgo_/s),
    })
    const token = /tgo_\S+/.exec(added.text)?.[0] ?? ''
    const { rows } = await pool.query({ text: 'select * from operator_credential' })
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await run('operators', 'list')).text).toMatch(/ola +approver +account\//)
    expect(await run('operators', 'disable', 'ola')).toMatchObject({ code: 0 })
    expect(await run('operators', 'disable', 'nobody')).toMatchObject({ code: 1 })
    const audited = (await listAudit(pool)).map(({ action, subject }) => `${action} ${subject}`)
    expect(audited).toEqual(['operators.disable operator/ola', 'operators.add operator/ola'])
  })

  test('an attack: who is there already makes himself no second name, and takes nobody else’s', async () => {
    const { pool, run, as } = await world()
    for (const name of ['ada', 'oli'])
      await saveOperator(pool, { name, role: 'administrator' }, 't')
    const ada = as(await giveToken(pool, 'ada', 1))
    const oli = as(await giveToken(pool, 'oli', 1))
    const add = ['operators', 'add', 'eva', '--role', 'approver']
    expect(await as('wrong')(...add, '--reason', 'r')).toMatchObject({ code: 1 })
    expect(await ada(...add)).toMatchObject({ code: 2 })
    for (const name of ['eva', 'oli']) {
      const asked = await ada('operators', 'add', name, '--role', 'administrator', '--reason', 'r')
      const token = /tgo_\S+/.exec(asked.text)?.[0] ?? ''
      expect(token).not.toBe('')
      expect((await as(token)('approvals', 'refuse', 'x')).problem).toBe('not a valid token\n')
    }
    expect((await run('operators', 'list')).text).not.toContain('eva')
    // Ending all others does not begin anew.
    for (const name of ['oli', 'tester']) await disableOperator(pool, name)
    expect(await ada(...add)).toMatchObject({ code: 2 })
    expect((await oli(...add, '--reason', 'r')).problem).toBe('not a valid token\n')
    expect((await run('operators', 'list')).text).not.toContain('eva')
  })

  test('a third is made of what one asks and another agrees to, and has both halves of a token', async () => {
    const { pool, as } = await world()
    for (const name of ['ada', 'oli'])
      await saveOperator(pool, { name, role: 'administrator' }, 't')
    const [ada, oli] = [as(await giveToken(pool, 'ada', 1)), as(await giveToken(pool, 'oli', 1))]
    const add = ['operators', 'add', 'eva', '--role', 'approver', '--reason', 'new', '--json']
    const { id, firstHalf } = JSON.parse((await ada(...add)).text) as Asked
    expect(await ada('approvals', 'approve', id)).toMatchObject({ code: 1 })
    expect((await oli('approvals', 'list')).text).toContain('eva becomes approver')
    const agreed = await oli('approvals', 'approve', id, '--json')
    const { secondHalf } = JSON.parse(agreed.text) as { secondHalf: string }
    const refuse = ['approvals', 'refuse', 'x']
    for (const half of [firstHalf, secondHalf, secondHalf.slice(1)])
      expect((await as(half)(...refuse)).problem).toBe('not a valid token\n')
    expect((await as(firstHalf + secondHalf)(...refuse)).problem).toBe('no instruction x\n')
    expect(await listAudit(pool, 'operator/eva')).toMatchObject([
      { operator: 'ada', action: 'operators.add', outcome: 'done' },
      { operator: 'oli', action: 'approvals.approve' },
      { operator: 'ada', action: 'operators.add', outcome: 'requested' },
    ])
  })

  test.each([['Ola'], ['ola', '--role', 'king'], ['ola', '--days', '400']])(
    'are not made of %s',
    async (...args) => {
      const { run } = await world()
      expect(await run('operators', 'add', ...args)).toMatchObject({ code: 2 })
    },
  )
})

describe('whoever changes something', () => {
  test('is who their token says, whatever they call themselves', async () => {
    const { pool, as } = await world()
    await saveOperator(pool, { name: 'vera', role: 'viewer' }, 'test')
    await saveOperator(pool, { name: 'max', role: 'operator' }, 'test')
    const [viewer, operator] = [await giveToken(pool, 'vera', 1), await giveToken(pool, 'max', 1)]
    const hold = ['payment', 'hold', 'x', '--reason', 'r']
    expect(await as('')('approvals', 'refuse', 'x')).toMatchObject({ code: 1 })
    expect((await as('wrong')(...hold)).problem).toBe('not a valid token\n')
    expect((await as(viewer)(...hold)).problem).toBe('vera is viewer, this needs operator\n')
    expect((await as(operator)(...hold, '--by', 'anna')).problem).toBe(
      "the token is max's, not anna's\n",
    )
    expect((await as(operator)('approvals', 'approve', 'x')).problem).toBe(
      'max is operator, this needs approver\n',
    )
    expect((await as(operator)('keys', 'rotate', 'payload')).problem).toContain('administrator')
    expect((await as(operator)(...hold)).problem).toContain('no payment x')
    await disableOperator(pool, 'max')
    expect((await as(operator)(...hold)).problem).toBe('not a valid token\n')
    const refused = (await listAudit(pool)).filter(({ outcome }) => outcome === 'refused')
    expect(refused.length).toBeGreaterThanOrEqual(5)
  })
})

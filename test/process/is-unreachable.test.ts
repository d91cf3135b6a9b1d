import { describe, expect, test } from 'vitest'
import { isUnreachable } from '../../src/process/is-unreachable.ts'

const withCode = (code: unknown, message = 'no') => Object.assign(new Error(message), { code })

describe('nobody answered', () => {
  test.each([
    ['a socket that is refused', withCode('ECONNREFUSED')],
    ['a name that cannot be found now', withCode('EAI_AGAIN')],
    ['a database with too many connections', withCode('53300')],
    ['a database without room on its disk', withCode('53100')],
    ['a database that cut a statement off', withCode('57014')],
    ['a database that may only be read', withCode('25006')],
    ['two who waited for each other', withCode('40P01')],
    ['a disk that fails', withCode('58030')],
    ['a database that shuts down', withCode('57P01')],
    ['a process without a file to open', withCode('EMFILE')],
    ['an engine that is away', withCode(14)],
    ['an engine that is late', withCode(4)],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    ['a connection that broke before', new Error('Client was closed and is not queryable')],
    ['an engine that was never there', new Error('Failed to connect before the deadline')],
    ['every address of a host', new AggregateError([withCode('ECONNREFUSED')])],
    ['what lies behind', new Error('query failed', { cause: withCode('ECONNRESET') })],
  ])('%s', (_, error) => expect(isUnreachable(error)).toBe(true))
})

describe('somebody answered', () => {
  test.each([
    ['a row that is there already', withCode('23505')],
    ['a workflow that is not found', withCode(5)],
    ['a file that is not there', withCode('ENOENT')],
    ['a mistake of ours', new TypeError('x is not a function')],
    ['several of them', new AggregateError([withCode('23505')])],
    ['what is no error', undefined],
    ['a text', 'ECONNREFUSED'],
  ])('%s', (_, error) => expect(isUnreachable(error)).toBe(false))
})

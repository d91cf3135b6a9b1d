import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog, maskCardNumbers } from '../../src/process/log.ts'

const PAN = '4111111111111111'

describe('a card number never reaches the log', () => {
  const where: Record<string, (log: ReturnType<typeof captured>['log']) => void> = {
    'as the message': (log) => log.info(`paying with ${PAN}`),
    'as a field of any name': (log) => log.info({ note: PAN }, 'x'),
    'as a number': (log) => log.info({ note: Number(PAN) }, 'x'),
    'deep inside an object': (log) => log.info({ a: { b: { c: { d: [{ e: PAN }] } } } }, 'x'),
    'as a key': (log) => log.info({ [PAN]: 1 }, 'x'),
    'in a URL': (log) => log.info({ url: `/pay?no=${PAN}&x=1` }, 'x'),
    'in an encoded URL': (log) => log.info({ url: '/pay?no=4111%201111%201111%201111' }, 'x'),
    'grouped by spaces': (log) => log.info('no 4111 1111 1111 1111 exp 12/30'),
    'grouped by dashes': (log) => log.info('4111-1111-1111-1111'),
    'after another number': (log) => log.info('order 17 4111 1111 1111 1111'),
    'inside a longer run of digits': (log) => log.info(`0000${PAN}99`),
    'after a line break': (log) => log.info(`first\n${PAN}`),
    'in an error, its stack and its cause': (log) =>
      log.error({ err: new Error(`bad ${PAN}`, { cause: new Error(`worse ${PAN}`) }) }, 'x'),
    'in an error under another name': (log) => log.error({ reason: new Error(PAN) }, 'x'),
    'in a child logger': (log) => log.child({ note: PAN }).warn('x'),
    'in a format argument': (log) => log.info('number %s', PAN),
  }

  test.for(Object.entries(where))('%s', ([, write]) => {
    const { log, lines } = captured()
    write(log)
    const output = lines.join('')
    expect(output).not.toBe('')
    expect(output.replace(/[^0-9]|%20/g, '')).not.toContain(PAN)
    expect(() => lines.forEach((line) => void JSON.parse(line))).not.toThrow()
  })

  test('whatever stands around it', () => {
    const noise = fc.string().filter((text) => !/[0-9]/.test(text))
    const card = fc
      .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
      .map(([first, rest]) => withCheckDigit(first + rest))
    fc.assert(
      fc.property(noise, card, noise, (before, number, after) => {
        expect(maskCardNumbers(before + number + after)).not.toContain(number)
      }),
    )
  })
})

describe('secrets', () => {
  test('are redacted by name at any depth, in any case', () => {
    const { log, lines } = captured()
    log.info({ headers: { authorization: 'Bearer hunter2' } }, 'x')
    log.info({ headers: { Authorization: 'Bearer hunter2' } }, 'x')
    log.info({ a: { b: { c: { d: { cvv: 'hunter2', instrumentNo: 'hunter2' } } } } }, 'x')
    log.info({ body: JSON.stringify({ secret: 'hunter2' }) }, 'x')
    log.info({ instrument: { type: 'BLIK_CODE', code: '777123' } }, 'x')
    log.info({ a: { password: 'a"hunter2', cvv: 97319731 } }, 'x')
    log.info({ secret: { inner: 'hunter2' } }, 'x')
    const output = lines.join('')
    expect(output).not.toContain('hunter2')
    expect(output).not.toContain('777123')
    expect(output).not.toContain('97319731')
    expect(() => lines.forEach((line) => void JSON.parse(line))).not.toThrow()
  })

  test('what payments know of a person is not logged either', () => {
    const { log, lines } = captured()
    log.info(
      { customer: { name: 'Jan' }, call: { email: 'jan@b.eu', alias: 'jan', ip: '::7' } },
      'x',
    )
    log.info({ state: { authentication: { cavv: 'jan' }, challenge: { acsSignedContent: 'jan' } } })
    expect(lines.join('')).not.toMatch(/jan|::7/i)
  })

  test('an error keeps its code, so that failures can be told apart', () => {
    const { log, lines } = captured()
    log.error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'x')
    expect(lines[0]).toContain('ECONNREFUSED')
  })
})

describe('lines stay useful', () => {
  test('a line is JSON with name, level, time and the request id', () => {
    const { log, lines } = captured()
    log.child({ requestId: 'req-1' }).info('hello')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      name: 'test',
      level: 'info',
      requestId: 'req-1',
      msg: 'hello',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    })
  })

  test.for([
    '5d3f0a4111111111111111aa00bb11cc',
    'pay_5d3f0a4111111111111111aa00bb11cc',
    '41111111-1111-1111-8111-1a1111111111',
    '1763178257123',
    '4111111111111112',
    'amountMinor 123456789012',
  ])('%s is left alone', (text) => {
    expect(maskCardNumbers(text)).toBe(text)
  })
})

function captured() {
  const lines: string[] = []
  const log = createLog('test', 'trace', { write: (line: string) => void lines.push(line) })
  return { log, lines }
}

function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, character, index) => {
    const value = Number(character) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}

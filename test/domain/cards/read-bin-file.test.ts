import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBinFile } from '../../../src/domain/cards/read-bin-file.ts'
import { readCsv } from '../../../src/domain/cards/read-csv.ts'

const HEADER = 'low,high,scheme,funding,issuer,country,pan_lengths,luhn,transfer,as_of'
const read = (...lines: string[]) => readBinFile([HEADER, ...lines].join('\n'))

describe('a file', () => {
  test('is taken with what it tells', () => {
    expect(
      read('45320151,45320159,visa,Debit,"Bank, of ""Łódź""",pl,16;19,no,fast,2026-10-01'),
    ).toEqual({
      file: {
        asOf: '2026-10-01',
        rows: [
          {
            low: 45320151000,
            high: 45320159999,
            organization: 'VISA',
            funding: 'DEBIT',
            issuer: 'Bank, of "Łódź"',
            country: 'PL',
            lengths: [16, 19],
            hasCheckDigit: false,
            transfer: 'fast',
          },
        ],
      },
    })
  })

  test('may leave out what it does not know', () => {
    const { file } = read('453201,,VISA,unknown,,,,,,') as { file: object }
    expect(file).toEqual({ rows: [{ low: 45320100000, high: 45320199999, organization: 'VISA' }] })
  })

  test('of the sandbox is right', () => {
    const text = readFileSync(new URL('../../../src/sandbox/bins.csv', import.meta.url), 'utf8')
    expect(readBinFile(text)).toHaveProperty('file.rows.length', 7)
  })
})

describe('a file is refused whole, with the line', () => {
  test.each([
    ['45320,45320,VISA', 'line 2: low and high need 6 to 11 digits'],
    ['453202,453201,VISA', 'line 2: high is below low'],
    ['453201,453201,VISSA', 'line 2: unknown scheme "VISSA"'],
    ['453201,453201,VISA,barter', 'line 2: unknown funding "barter"'],
    ['453201,453201,VISA,debit,Bank,XX', 'line 2: unknown country "XX"'],
    ['453201,453201,VISA,debit,Bank,PL,11', 'line 2: pan_lengths "11"'],
    ['453201,453201,VISA,debit,Bank,PL,16,,soon', 'line 2: unknown transfer "soon"'],
  ])('%s', (line, problem) => {
    const { problems } = read(line) as { problems: string[] }
    expect(problems[0]).toContain(problem)
  })

  test('with every line that is wrong', () => {
    const { problems } = read('453201,453201,VISA', 'x,y,VISA', '453202,453202,NOBODY') as {
      problems: string[]
    }
    expect(problems.map((one) => one.slice(0, 6))).toEqual(['line 3', 'line 4'])
  })

  test.each([
    ['', 'line 1: no column low, high, scheme'],
    ['low,high,scheme,colour\n', 'line 1: unknown column colour'],
    ['low,high,scheme\n', 'the file has no ranges'],
    ['low,high,scheme\n400000,400009,VISA\n400005,400015,VISA\n', 'overlap'],
  ])('%j', (text, problem) => {
    const { problems } = readBinFile(text) as { problems: string[] }
    expect(problems.join()).toContain(problem)
  })
})

describe('CSV', () => {
  test.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['\ufeffa,"b\n,""c"""', [['a', 'b\n,"c"']]],
    ['a,', [['a', '']]],
    ['', []],
  ])('%j', (text, rows) => expect(readCsv(text)).toEqual(rows))

  test('a quote that is not closed is an error', () => {
    expect(() => readCsv('a,"b')).toThrow('line 1')
  })
})

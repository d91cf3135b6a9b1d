import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardsIn } from '../../src/domain/cards/card-number-in-text.ts'
import { scan, scanText } from '../../src/vault/card-scanner.ts'
import { freshFolder } from '../support/key-ring.ts'

const card = '4000000000001000'
const canary = '4539148803436467'
const word = 'CANARYCVV-kq7x'

const percent = (text: string) =>
  Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
const unicode = (text: string) =>
  Array.from(text, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('')
const fullWidth = (text: string) =>
  Array.from(text, (char) => String.fromCodePoint(char.charCodeAt(0) - 0x30 + 0xff10)).join('')
const grouped = (text: string, separator: string) => (text.match(/.{1,4}/g) ?? []).join(separator)

const forms: [string, (secret: string) => Buffer | string][] = [
  ['plain', (secret) => secret],
  ['inside a JSON text', (secret) => JSON.stringify({ description: `card ${secret}` })],
  ['hex', (secret) => Buffer.from(secret).toString('hex')],
  ['hex in capitals', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['hex at an odd place', (secret) => `f${Buffer.from(secret).toString('hex')}`],
  ['base64', (secret) => Buffer.from(secret).toString('base64')],
  ['base64 one byte later', (secret) => Buffer.from(`"${secret}"`).toString('base64')],
  ['base64 two bytes later', (secret) => Buffer.from(`{"${secret}"}`).toString('base64')],
  ['base64 in the middle of a run', (s) => `ab${Buffer.from(s).toString('base64')}`],
  ['base64url', (secret) => Buffer.from(`>>>${secret}???`).toString('base64url')],
  ['base64 in lines', (s) => wrap(Buffer.from('x'.repeat(50) + s).toString('base64'))],
  ['base64 of base64', (s) => Buffer.from(Buffer.from(s).toString('base64')).toString('base64')],
  ['URL-encoded', percent],
  ['JSON-escaped', unicode],
  ['UTF-16 little-endian', (secret) => Buffer.from(secret, 'utf16le')],
  ['UTF-16 big-endian', (secret) => Buffer.from(secret, 'utf16le').swap16()],
  ['gzip', (secret) => gzipSync(`some text, then ${secret}`)],
  ['a gzip member among other bytes', (s) => Buffer.concat([noise(), gzipSync(s), noise()])],
  ['the second of two gzip members', (s) => Buffer.concat([gzipSync('one'), gzipSync(s)])],
  ['gzip in base64', (secret) => gzipSync(secret).toString('base64')],
  ['base64 in gzip', (secret) => gzipSync(Buffer.from(secret).toString('base64'))],
]

const numberForms: typeof forms = [
  ...forms,
  ['grouped by spaces', (secret) => grouped(secret, ' ')],
  ['grouped by dashes', (secret) => grouped(secret, '-')],
  ['grouped by encoded spaces', (secret) => grouped(secret, '%20')],
  ['grouped by plus signs in a URL', (secret) => `?a=%20&number=${grouped(secret, '+')}`],
  ['full-width digits', fullWidth],
]

describe('every disguise is seen through', () => {
  test.each(numberForms)('a canary number: %s', async (_, disguise) => {
    const { hits } = await scanFile(disguise(canary), { canaries: [canary] })
    expect(hits).toMatchObject([{ kind: 'canary', sample: '453914******6467' }])
  })

  test.each(numberForms)('a test card nobody told of: %s', async (_, disguise) => {
    const { hits } = await scanFile(disguise(card))
    expect(hits).toMatchObject([{ kind: 'card', sample: '400000******1000' }])
  })

  test.each(forms)('a canary word: %s', async (_, disguise) => {
    const { hits } = await scanFile(disguise(word), { canaries: [word] })
    expect(hits).toMatchObject([{ kind: 'canary', sample: 'CANA…' }])
  })

  test('a number of any length is found between any two bytes', () => {
    const edge = fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(edge, edge, (before, after) => {
        const text = before.toString('latin1') + card + after.toString('latin1')
        return scanText(text).length >= 1
      }),
    )
    for (const number of ['378282246310005', '4000000000006', '6700000000000000000']) {
      expect(scanText(`x ${number}`)).toMatchObject([{ kind: 'card', offset: 2 }])
    }
  })
})

test('among whatever else stands there, files show the cards that the guard of the API sees', () => {
  const pieces = fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^[0-9a-f]{32,40}$/),
    fc.stringMatching(/^[0-9]{1,24}$/),
    fc.stringMatching(/^[A-Za-z]{1,30}$/),
    fc.constantFrom('4539148803436467', '4539 1488 0343 6467', '378282-246310-005', '4539'),
    fc.constantFrom('PL61109010140000071219812874', 'PL61 1090 1014 0000 0712 1981 2874', '00'),
    fc.constantFrom(
      ' ',
      '-',
      ',',
      '. ',
      '\n',
      '=',
      ' '.repeat(12),
      ' '.repeat(20),
      'x'.repeat(150),
    ),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      const seen = new Set(scanText(text).map(({ sample }) => sample))
      for (const { digits } of cardsIn(text))
        expect(seen).toContain(`${digits.slice(0, 6)}******${digits.slice(-4)}`)
    }),
    { numRuns: 2_000 },
  )
})

describe('fields', () => {
  test.each([
    '{"cvv":"123"}',
    '{"cvv": 123}',
    '{"instrument":{"securityCode":"1234"}}',
    '{"encCvv":"eyJhbGciOi.J9"}',
    '{"track2":";4000=2512"}',
    String.raw`{"body":"{\"cvc\":\"123\"}"}`,
    '{"code":"777123"}',
    'GET /pay?cvv=123 HTTP/1.1',
    Buffer.from('{"cvv":"123"}').toString('base64'),
  ])('a value is a hit: %s', (text) => {
    expect(scanText(text)).toMatchObject([{ kind: 'field' }])
  })

  test.each([
    '{"cvv":""}',
    '{"cvv":null}',
    '{"cvv":"[redacted]"}',
    '{"cvv":"***"}',
    '{"cvv":{"type":"string"}}',
    '{"dataRequest":"CARD_CVV"}',
    '{"code":"payment_not_found"}',
    '{"authCode":"123456"}',
  ])('a name without a value is not: %s', (text) => {
    expect(scanText(text)).toEqual([])
  })
})

describe('clean files', () => {
  test('bytes, ids, times and masks give no hit', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'noise'), Buffer.concat(Array.from({ length: 4_000 }, noise)))
    writeFileSync(join(folder, 'log'), cleanLog())
    const report = await scan({ paths: [folder], canaries: [canary, word] })
    expect(report).toMatchObject({ hits: [], filesScanned: 2, unreadable: [] })
  })

  test.each([
    [
      'a UUID before a year, as pages of a database put them',
      '019a8c5e-3844-7a0b-82ed-4267740000009999-12-31',
    ],
    ['a UUID whose groups are digits', '01980000-4532-7015-8112-830366000000'],
    ['a number of another column before a time', '4532015102089999-12-31 23:59:59+00:00'],
    ['a digest with a long run of digits', 'ab4532015112830366cd0011223344ee'],
  ])('%s is no card, though its digits would be one', (_, text) => {
    expect(scanText(text)).toEqual([])
    expect(scanText(`${text} ${canary}`)).toMatchObject([{ kind: 'card' }])
  })

  test.each([
    ['bytes as numbers', '[ 45 32 01 51 12 83 03 66 ]'],
    ['columns beside each other', '4532 015112830366'],
    ['groups that different things part', '4532,0151 1283-0366'],
    ['one group too short', '45-320151-12830366'],
  ])('%s: digits that merely stand beside each other are no card', (_, text) => {
    expect(scanText(text, { usualGroups: true })).toEqual([])
  })

  test.each(['4532--0151--1283--0366', '(4532) (0151) (1283) (0366)', '4532_0151_1283_0366'])(
    '%s is one: the same parts all of its groups',
    (text) => {
      expect(scanText(text, { usualGroups: true })).toMatchObject([
        { kind: 'card', sample: '453201******0366' },
      ])
    },
  )

  test('thousands of lists of bytes, as a database keeps constants, are no cards', () => {
    const list = () => Array.from(randomBytes(40), (byte) => byte - 128).join(' ')
    expect(
      scanText(Array.from({ length: 2_000 }, list).join(' ] [ '), { usualGroups: true }),
    ).toEqual([])
  })

  test('thousands of random ids and digests are no cards', () => {
    const ids = Array.from(
      { length: 5_000 },
      () => `${randomUUID()}9999-12-31 ${randomBytes(32).toString('hex')}`,
    )
    expect(scanText(ids.join(' '))).toEqual([])
  })

  test('a number in a test range with a wrong check digit is not a card', () => {
    expect(scanText('4000000000001001')).toEqual([])
  })

  test('a number outside the test ranges is a card unless only test cards are looked for', () => {
    expect(scanText(canary)).toMatchObject([{ kind: 'card' }])
    expect(scanText(canary, { allRanges: false })).toEqual([])
  })
})

describe('files', () => {
  test('a number on the border of two windows is found once, at its place', async () => {
    for (const shift of [1, 8, 15, 4_095, 4_096, 4_100]) {
      const offset = 1_024 * 1_024 - shift
      const content = Buffer.concat([Buffer.alloc(offset, '.'), Buffer.from(card), noise()])
      const { hits } = await scanFile(content)
      expect(hits).toMatchObject([{ offset }])
    }
  })

  test('a number deep in a long gzip member is found', async () => {
    const text = Buffer.concat([Buffer.alloc(3 << 20, 'lines\n'), Buffer.from(card)])
    const { hits } = await scanFile(Buffer.concat([noise(), gzipSync(text)]))
    expect(hits).toMatchObject([{ form: 'gzip', kind: 'card' }])
  })

  test('folders are searched to the bottom, links are not followed, old files left out', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    for (const name of ['a/b/new', 'old']) writeFileSync(join(folder, name), card)
    utimesSync(join(folder, 'old'), 1, 1)
    symlinkSync(folder, join(folder, 'a', 'loop'))
    const { hits } = await scan({ paths: [folder], since: 60_000 })
    expect(hits.map(({ file }) => file)).toEqual([join(folder, 'a/b/new')])
  })

  test('no hit shows the secret itself', async () => {
    const { hits } = await scanFile(`${canary} ${word} {"cvv":"987"}`, { canaries: [canary, word] })
    const shown = JSON.stringify(hits)
    for (const secret of [canary, word, '987']) expect(shown).not.toContain(secret)
  })
})

async function scanFile(content: Buffer | string, options: { canaries?: string[] } = {}) {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, content)
  return scan({ paths: [file], ...options })
}

function wrap(text: string): string {
  return text.replace(/.{76}/g, '$&\n')
}

let seed = 1

/** The same noise in every run. */
function noise(): Buffer {
  const bytes = Buffer.alloc(256)
  for (let index = 0; index < bytes.length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[index] = seed >> 16
  }
  return bytes
}

function cleanLog(): string {
  return Array.from({ length: 500 }, (_, line) =>
    JSON.stringify({
      time: 1_800_000_000_000 + line,
      micros: 1_800_000_000_000_000 + line,
      paymentId: 'dkjvptmwwomabmnawrneahhswcz',
      cardMask: '400000******1000',
      uuid: '3f2c7d5e-9a41-4c0b-8f6e-0123456789ab',
      data: noise().toString(line % 2 ? 'base64' : 'hex'),
    }),
  ).join('\n')
}

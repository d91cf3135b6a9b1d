import type { Chance } from './chance.ts'

interface Issued {
  network: string
  starts: readonly string[]
  lengths: readonly number[]
}

/** What networks issue: the sheet of ranges by hand, apart from the table that is measured with it. */
export const networks: readonly Issued[] = [
  { network: 'Visa', starts: ['4'], lengths: [16, 19] },
  { network: 'Mastercard', starts: ['51', '55', '2221', '2720'], lengths: [16] },
  { network: 'American Express', starts: ['34', '37'], lengths: [15] },
  { network: 'Diners Club', starts: ['300', '305', '309', '36', '38', '39'], lengths: [16, 19] },
  { network: 'Discover', starts: ['6011', '644', '649', '65'], lengths: [16, 19] },
  { network: 'JCB', starts: ['3528', '3589'], lengths: [16, 17, 18, 19] },
  { network: 'UnionPay', starts: ['62', '8100', '8171'], lengths: [16, 17, 18, 19] },
  { network: 'Maestro', starts: ['67', '6759', '5018', '5020', '5038', '6304'], lengths: [16] },
  { network: 'Maestro', starts: ['6759', '6761', '6703'], lengths: [17, 18, 19] },
  { network: 'Maestro', starts: ['561200', '590000', '600300', '639000'], lengths: [16, 19] },
  { network: 'Maestro', starts: ['5018', '6304'], lengths: [12, 15] },
  { network: 'Mir', starts: ['2200', '2204'], lengths: [16, 19] },
  { network: 'Troy', starts: ['9792'], lengths: [16] },
  { network: 'Elo', starts: ['636297', '650031', '506699'], lengths: [16] },
  { network: 'Dankort', starts: ['5019'], lengths: [16] },
]

/** Those that have a form of something else one time in ten (EAN-13) and in a hundred and twenty (REGON). */
export const ambiguousNetworks: readonly Issued[] = [
  { network: 'Visa, not issued any more', starts: ['4'], lengths: [13] },
  { network: 'Diners Club', starts: ['36', '38'], lengths: [14] },
]

export function cardOf({ starts, lengths }: Issued, chance: Chance): string {
  const start = chance.one(starts)
  const body = start + chance.digits(chance.one(lengths) - start.length - 1)
  const sum = [...body]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return body + String((10 - (sum % 10)) % 10)
}

/** How people and programs write a card number. */
export const spellings: Readonly<Record<string, (card: string) => string>> = {
  'in one piece': (card) => card,
  'in a sentence': (card) => `my card is ${card}, thank you`,
  'inside a word': (card) => `x${card}y`,
  'behind an equals sign': (card) => `card=${card}&cvc=1`,
  'in a path': (card) => `https://shop.example/return/${card}/done`,
  'in JSON': (card) => JSON.stringify({ note: `card ${inFours(card, ' ')}` }),
  'in JSON of JSON': (card) => JSON.stringify(JSON.stringify({ note: inFours(card, '\n') })),
  'in a list': (card) => JSON.stringify(card.match(/.{1,4}/g)),
  'with its expiry': (card) => `${inFours(card, ' ')} 12/29 123`,
  'with MMYY': (card) => `${inFours(card, ' ')}  1229`,
  'as track 2': (card) => `;${card}=29121011234567?`,
  'as track 1': (card) => `%B${card}^KOWALSKI/JAN^2912101`,
  'two in a row': (card) => `${card} ${card}`,
  'in lines of their own': (card) => `1.\n${inFours(card, ' ')}\n2.\n${inFours(card, ' ')}`,
  'digit by digit': (card) => [...card].join(' '),
  'digit by digit with dashes': (card) => [...card].join('-'),
  'in pairs': (card) => inGroups(card, 2, ' '),
  'with thousands': (card) => BigInt(card).toLocaleString('en'),
  'with thousands, in Polish': (card) =>
    BigInt(card).toLocaleString('en').replaceAll(',', '\u00a0'),
  'in brackets': (card) => `(${inFours(card, ') (')})`,
  'in square brackets': (card) => `[${inFours(card, '][')}]`,
  'in quotes': (card) => `"${inFours(card, '", "')}"`,
  'in HTML': (card) => inFours(card, '<br>'),
  'with HTML entities': (card) => inFours(card, '&nbsp;'),
  'with numbered entities': (card) => inFours(card, '&#8209;'),
  'in numbered entities': (card) =>
    [...card].map((one) => `&#${String(48 + Number(one))};`).join(''),
  'with escaped spaces': (card) => inFours(card, '%20'),
  'with twice escaped spaces': (card) => inFours(card, '%2520'),
  'with pluses': (card) => inFours(card, '+'),
  'in percent escapes': (card) => [...card].map((one) => `%3${one}`).join(''),
  'in JSON escapes': (card) => [...card].map((one) => String.raw`\u003${one}`).join(''),
  'in full-width digits': (card) => shifted(card, 0xff10),
  'in Arabic digits': (card) => shifted(card, 0x0660),
  'in Devanagari digits': (card) => shifted(card, 0x0966),
  'in mathematical digits': (card) => shifted(card, 0x1d7ce),
  'in segmented digits': (card) => shifted(card, 0x1fbf0),
  'in superscript': (card) => mapped(card, '⁰¹²³⁴⁵⁶⁷⁸⁹'),
  'in subscript': (card) => mapped(card, '₀₁₂₃₄₅₆₇₈₉'),
  'in circled digits': (card) => mapped(card, '⓪①②③④⑤⑥⑦⑧⑨'),
  'in filled circles': (card) => mapped(card, '⓿❶❷❸❹❺❻❼❽❾'),
  'in sans circles': (card) => mapped(card, '🄋➀➁➂➃➄➅➆➇➈'),
  'in bracketed digits': (card) =>
    [...card]
      .map((one) => (one === '0' ? '(0)' : String.fromCodePoint(0x2473 + Number(one))))
      .join(''),
  'in key caps': (card) => [...card].map((one) => `${one}\ufe0f\u20e3`).join(''),
  'with marks': (card) => [...card].map((one) => `${one}\u0336`).join(''),
  ...Object.fromEntries(
    separators().map(([name, between]) => [
      `fours and ${name}`,
      (card: string) => inFours(card, between),
    ]),
  ),
}

function separators(): [name: string, between: string][] {
  return [
    ['space', ' '],
    ['spaces', '   '],
    ['tab', '\t'],
    ['newline', '\n'],
    ['CRLF', '\r\n'],
    ['dash', '-'],
    ['dashes', '--'],
    ['spaced dash', ' - '],
    ['spaced dashes', ' -- '],
    ['dot', '.'],
    ['dots', '...'],
    ['comma', ','],
    ['comma and space', ', '],
    ['slash', '/'],
    ['slashes', ' // '],
    ['backslash', '\\'],
    ['underscore', '_'],
    ['underscores', '__'],
    ['bar', ' | '],
    ['colon', ':'],
    ['semicolon', '; '],
    ['asterisk', '*'],
    ['hash', '#'],
    ['tilde', '~'],
    ['middle dot', '\u00b7'],
    ['bullet', ' \u2022 '],
    ['arrow', ' -> '],
    ['no-break space', '\u00a0'],
    ['narrow no-break space', '\u202f'],
    ['thin space', '\u2009'],
    ['ideographic space', '\u3000'],
    ['hyphen', '\u2010'],
    ['no-break hyphen', '\u2011'],
    ['en dash', '\u2013'],
    ['em dash', '\u2014'],
    ['minus', '\u2212'],
    ['soft hyphen', '\u00ad'],
    ['zero-width space', '\u200b'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['right-to-left mark', '\u200f'],
    ['Hangul filler', '\u3164'],
    ['braille blank', '\u2800'],
  ]
}

const inGroups = (card: string, size: number, between: string): string =>
  (card.match(new RegExp(`.{1,${String(size)}}`, 'g')) ?? []).join(between)

const inFours = (card: string, between: string): string => inGroups(card, 4, between)

const mapped = (card: string, digits: string): string =>
  [...card].map((one) => [...digits][Number(one)]).join('')

const shifted = (card: string, zero: number): string =>
  [...card].map((one) => String.fromCodePoint(zero + Number(one))).join('')

/** As embossed on cards of these lengths. */
export const embossed: Readonly<Record<number, readonly (readonly number[])[]>> = {
  15: [
    [4, 6, 5],
    [5, 5, 5],
  ],
  16: [
    [8, 8],
    [6, 10],
    [4, 12],
    [12, 4],
    [4, 4, 8],
  ],
  19: [
    [6, 13],
    [4, 4, 4, 7],
    [4, 4, 4, 4, 3],
  ],
}

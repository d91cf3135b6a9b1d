import type { Chance } from './chance.ts'

type Make = (chance: Chance) => string

/** Long numbers that merchants and payers write and that are no cards. */
export const honestTexts: Readonly<Record<string, Make>> = {
  'EAN-13, Polish prefix': (chance) => ean(chance, '590'),
  'EAN-13, any country': (chance) => ean(chance, chance.one(GS1_COUNTRIES)),
  'three EAN-13': (chance) => times(3, () => ean(chance, '590')).join(chance.one(LISTS)),
  IBAN: (chance) => `PL${account(chance)}`,
  'IBAN in fours': (chance) => fours(`PL${account(chance)}`),
  'NRB (account without PL)': (chance) => account(chance),
  'NRB in fours': (chance) => {
    const nrb = account(chance)
    return `${nrb.slice(0, 2)} ${fours(nrb.slice(2))}`
  },
  'IBAN of other countries, in fours': (chance) => fours(foreignAccount(chance)),
  'InPost (24 digits)': (chance) => `6${chance.digits(23)}`,
  'InPost in fours': (chance) => fours(`6${chance.digits(23)}`),
  'SSCC (18 digits)': (chance) => parcel(chance),
  'SSCC behind (00)': (chance) => `(00)${parcel(chance)}`,
  UUID: (chance) => {
    const hex = (length: number) => times(length, () => chance.below(16).toString(16)).join('')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${chance.one([...'89ab'])}${hex(3)}-${hex(12)}`
  },
  'digest in hexadecimal': (chance) => times(64, () => chance.below(16).toString(16)).join(''),
  'ISO time': (chance) => new Date(moment(chance)).toISOString(),
  'time with a space and µs': (chance) =>
    `${new Date(moment(chance)).toISOString().slice(0, 19).replace('T', ' ')}.${chance.digits(6)}`,
  'unix time in ms': (chance) => String(moment(chance)),
  'unix time in µs': (chance) => `${String(moment(chance))}${chance.digits(3)}`,
  'unix time in ns': (chance) => `${String(moment(chance))}${chance.digits(6)}`,
  phone,
  'two phones': (chance) => `${phone(chance)}${chance.one(LISTS)}${phone(chance)}`,
  'three amounts': (chance) => times(3, () => amount(chance)).join(chance.one([' ', ', ', ' / '])),
  'list of prices': (chance) =>
    times(4 + chance.below(5), () => amount(chance)).join(chance.one([' ', ', ', '; '])),
  'list of whole prices': (chance) =>
    times(4 + chance.below(5), () => String(1 + chance.below(chance.one([99, 999, 9_999])))).join(
      chance.one([' ', ', ', '; ']),
    ),
  fraction: (chance) => String((chance.below(2 ** 31) + chance.below(2 ** 21) / 2 ** 21) / 2 ** 31),
  'fraction above one': (chance) =>
    String(((chance.below(2 ** 31) + chance.below(2 ** 21) / 2 ** 21) / 2 ** 31) * 10_000),
  NIP: (chance) =>
    chance.one([
      chance.digits(10),
      `${chance.digits(3)}-${chance.digits(3)}-${chance.digits(2)}-${chance.digits(2)}`,
    ]),
  'REGON (14 digits)': regon,
  PESEL: (chance) => chance.digits(11),
  'NIP, REGON and PESEL in a row': (chance) =>
    [chance.digits(10), chance.digits(9), chance.digits(11)].join(chance.one(LISTS)),
}

/** Merchants' own numbers: no form of theirs says that they are no cards, but their members do. */
export const orderIds: Readonly<Record<string, Make>> = Object.fromEntries(
  [12, 13, 14, 15, 16, 17, 18, 19].map((length) => [
    `order id of ${String(length)} digits`,
    (chance: Chance) => String(1 + chance.below(9)) + chance.digits(length - 1),
  ]),
)

const LISTS = [' ', ', ', '; ', ' / ']
const GS1_COUNTRIES =
  '400 401 440 450 460 482 500 509 539 560 570 590 599 600 619 640 690 729 730 760 800 840 870 900'.split(
    ' ',
  )

const times = (count: number, make: () => string): string[] => Array.from({ length: count }, make)

const fours = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(' ')

const ean = (chance: Chance, prefix: string): string =>
  withGs1CheckDigit(prefix + chance.digits(12 - prefix.length))

/** A digit of the sender's choice, a company in Poland, a serial number. */
const parcel = (chance: Chance): string =>
  withGs1CheckDigit(
    chance.one([`${chance.digits(1)}590`, '590']).padEnd(4, '1') + chance.digits(13),
  )

function withGs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const account = (chance: Chance): string => withIbanCheckDigits('PL', chance.digits(24)).slice(2)

const foreignAccount = (chance: Chance): string => {
  const [country, length] = chance.one([
    ['DE', 18],
    ['CZ', 20],
    ['FR', 23],
    ['DK', 14],
    ['BE', 12],
    ['ES', 20],
  ] as const)
  return withIbanCheckDigits(country, chance.digits(length))
}

function withIbanCheckDigits(country: string, digits: string): string {
  const letters = [...country].map((letter) => String(parseInt(letter, 36))).join('')
  const check = 98n - (BigInt(`${digits}${letters}00`) % 97n)
  return `${country}${String(check).padStart(2, '0')}${digits}`
}

/** Between 2020 and 2030. */
const moment = (chance: Chance): number =>
  1_577_836_800_000 + chance.below(315_360_000) * 1_000 + chance.below(1_000)

function phone(chance: Chance): string {
  const number =
    chance.one(['45', '50', '51', '53', '57', '60', '66', '69', '72', '78', '88']) +
    chance.digits(7)
  const threes = (number.match(/.{3}/g) ?? []).join(chance.one([' ', '-']))
  return chance.one([
    number,
    threes,
    `+48 ${threes}`,
    `+48${number}`,
    `0048 ${threes}`,
    `+49 ${chance.digits(3)} ${chance.digits(8)}`,
  ])
}

function amount(chance: Chance): string {
  const whole = chance.below(chance.one([100, 1_000, 10_000, 100_000])).toLocaleString('en')
  const grouped = whole.replaceAll(',', chance.one(['', ' ', ',']))
  return `${grouped}${chance.one(['.', ','])}${chance.digits(2)}`
}

function regon(chance: Chance): string {
  const check = (digits: string, weights: readonly number[]): string =>
    String((weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10)
  const short = chance.one(['36', '38', '14', '52', '30', '01']) + chance.digits(6)
  const nine = short + check(short, [8, 9, 2, 3, 4, 5, 6, 7])
  const thirteen = nine + chance.digits(4)
  return thirteen + check(thirteen, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8])
}

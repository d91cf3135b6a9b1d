import type { Organization } from '../instrument.ts'

/** A range of leading digits, both ends included, and what every card in it has in common. */
export interface BrandRange {
  low: string
  high: string
  /** None: a local scheme inside the range of an organization that does not own its cards. */
  organization?: Organization
  lengths: readonly number[]
}

/** Who a card belongs to, judged by its leading digits and its length alone. */
export function brandOf(number: string): Organization | undefined {
  const range = brandRangeOf(number)
  return range?.lengths.includes(number.length) ? range.organization : undefined
}

/** The narrowest range that a card number lies in; its length is the caller's to judge. */
export const brandRangeOf = (number: string): BrandRange | undefined =>
  brandRangesOf(number).reduce<BrandRange | undefined>(
    (found, range) => (found && found.low.length >= range.low.length ? found : range),
    undefined,
  )

/** Every range that a card number lies in: schemes of one country share theirs with a large one. */
export const brandRangesOf = (number: string): readonly BrandRange[] =>
  (rangesByDigit.get(number.charAt(0)) ?? []).filter((range) => isInRange(number, range))

export const isInRange = (number: string, { low, high }: BrandRange): boolean =>
  number.length >= low.length && number >= low && number.slice(0, low.length) <= high

/** `ranges`: `4`, `34`, or two ends of the same length and first digit: `222100-272099`. */
export const toRanges = (
  ranges: string,
  common: Omit<BrandRange, 'low' | 'high'>,
): readonly BrandRange[] =>
  ranges.split(' ').map((range) => {
    const [low = '', high = low] = range.split('-')
    return { low, high, ...common }
  })

export const FROM_12 = [12, 13, 14, 15, 16, 17, 18, 19]
export const FROM_16 = FROM_12.slice(4)
const FROM_14 = FROM_12.slice(2)

interface Brand {
  organization?: Organization
  lengths: readonly number[]
  ranges: string
}

/**
 * Published by the organizations and stable for decades, unlike the ranges of single issuers. Of two
 * ranges the narrower one wins: schemes of one country lie inside those of the large organizations.
 * 622126-622925 is UnionPay's by issue, although Discover accepts it.
 */
const brands: readonly Brand[] = [
  { organization: 'VISA', lengths: [13, 16, 18, 19], ranges: '4' },
  { organization: 'MASTERCARD', lengths: [16], ranges: '51-55 222100-272099' },
  { organization: 'AMEX', lengths: [15], ranges: '34 37' },
  { organization: 'DINERS', lengths: FROM_14, ranges: '300-305 309 36 38 39' },
  { organization: 'DISCOVER', lengths: FROM_16, ranges: '6011 644-649 65' },
  { organization: 'JCB', lengths: FROM_16, ranges: '3528-3589' },
  { organization: 'UNIONPAY', lengths: FROM_14, ranges: '62 8100-8171' },
  {
    organization: 'MAESTRO',
    lengths: FROM_12,
    ranges:
      '501080-501082 5018 5020 5038 561200-561269 561271-561299 561320-561356 581700-581751 581753-581800 5893 ' +
      '589998-591259 591261-596770 596772-598744 598746-599999 600297-600314 600316-600335 ' +
      '600337-600362 600364-600382 601232-601254 601256-601276 601640-601652 601689-601700 ' +
      '602011-602048 602050 6304 6390 67',
  },
  // Elo
  {
    lengths: [16],
    ranges:
      '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 ' +
      '627780 636297 636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 ' +
      '650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
  },
  // Dankort, Mir, Troy
  { lengths: FROM_16, ranges: '5019 2200-2204 9792' },
  // Hipercard, Hiper, Sodexo
  { lengths: FROM_16, ranges: '606282 637095 637568 637599 637609 637612 505864-505865' },
]

const brandRanges = brands.flatMap(({ ranges, ...common }) => toRanges(ranges, common))

const rangesByDigit: ReadonlyMap<string, readonly BrandRange[]> = new Map(
  [...'0123456789'].map((digit) => [digit, brandRanges.filter(({ low }) => low.startsWith(digit))]),
)

import { isInRange, toRanges } from './brands.ts'
import type { BrandRange } from './brands.ts'
import { luhn } from './check-digit.ts'

/**
 * A number that a network could have given out: its range, a length that the range is issued with, and the
 * check digit. Wider than what a brand takes at the till, narrower than what its rules would allow: a tenth of
 * all product codes lies in ranges that nobody issues with thirteen digits.
 */
export const couldBeIssued = (digits: string): boolean =>
  rangesFor(digits).some((range) => isInRange(digits, range)) && luhn(digits)

const rangesFor = (digits: string): readonly BrandRange[] =>
  issuedByStart[Number(digits[0])]?.[digits.length] ?? []

const issued = [
  // Visa; with thirteen digits long ago
  ...toRanges('4', { lengths: [13, 16, 19] }),
  // Mastercard
  ...toRanges('51-55 222100-272099', { lengths: [16] }),
  // American Express
  ...toRanges('34 37', { lengths: [15] }),
  // Diners Club
  ...toRanges('300-305 309 36 38 39', { lengths: [14, 16, 19] }),
  // Discover with Elo, Troy and RuPay inside
  ...toRanges('60 644-649 65 82', { lengths: [16] }),
  ...toRanges('6011 644-649 65', { lengths: [19] }),
  // JCB, UnionPay, Mir
  ...toRanges('3528-3589 62 8100-8171 2200-2204', { lengths: [16, 17, 18, 19] }),
  ...toRanges('81', { lengths: [16] }),
  // Maestro where it is best known: any length that its rules allow
  ...toRanges('501080-501082 5018 5020 5038 5893 6304 6759 6761-6763', {
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  }),
  // Maestro and what of its ranges is nobody's yet
  ...toRanges('67 6390', { lengths: [16, 17, 18, 19] }),
  ...toRanges('50 56-59 63', { lengths: [16, 19] }),
  ...toRanges('600297-602050 606282', { lengths: [19] }),
  // Verve
  ...toRanges('506099-506198 507865-507964', { lengths: [18] }),
  // Troy
  ...toRanges('9792', { lengths: [16] }),
]

/** By first digit and length, which leaves a handful to compare. */
const issuedByStart: readonly (readonly (readonly BrandRange[])[])[] = Array.from(
  '0123456789',
  (digit) =>
    Array.from({ length: 20 }, (_, length) =>
      issued.filter(({ low, lengths }) => low.startsWith(digit) && lengths.includes(length)),
    ),
)

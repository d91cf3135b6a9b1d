import type { InstrumentType } from '../domain/instrument.ts'

/** Who takes an instrument today without code, on what agreement, and what of it was proven against what. */
export interface MatrixRow {
  instrument: InstrumentType
  /** As `kind name`, of the registry; none: it has to be certified with a network first. */
  providers: readonly string[]
  agreement: string
  proven: string
  /** What is known to be missing, or was not verified. */
  open: string
}

const cards = ['acquirer stripe', 'acquirer adyen', 'threeds stripe', 'threeds threedsecure-io']
const rawCards =
  'Stripe or Adyen has enabled raw card data; cards of the EEA are asked about by either itself, or by Stripe’s standalone 3-D Secure where that is enabled, or by 3dsecure.io'
const cardProof =
  'our simulators; the types and the client of Stripe’s library (3-D Secure); stripe-mock (charges); the types, the signer and the published signature of Adyen’s library; 3dsecure.io by our simulator alone'
const frames =
  'the messages of Stripe’s frames, and that a request which Adyen refuses keeps its key, are not verified; nor are the columns of Adyen’s settlement reports'
const p24Proof = 'our simulators; Przelewy24’s signs against computed vectors'
const p24Open = 'Przelewy24’s numbers of BLIK failures are not verified (a setting adds to them)'
const certified = (networks: string) => ({
  providers: [],
  agreement: `certification with ${networks}`,
  proven: 'our simulator alone, in a protocol of ours',
})

const rows: Record<InstrumentType, Omit<MatrixRow, 'instrument'>> = {
  CARD: { providers: cards, agreement: rawCards, proven: cardProof, open: frames },
  COF: {
    providers: cards,
    agreement: `${rawCards}; later payments of a series: network transaction ids`,
    proven: cardProof,
    open: 'no network transaction id comes with a check at Stripe, so that a series begins with a payment',
  },
  SCOF: { ...certified('Mastercard (MDES)'), open: 'the service itself' },
  VTS: { ...certified('Visa (VTS)'), open: 'the service itself' },
  APAY: {
    providers: ['acquirer stripe'],
    agreement: 'Apple’s merchant certificate, and Stripe has enabled network tokens',
    proven: 'our simulator',
    open: 'network tokens are in no public type of Stripe’s',
  },
  GPAY: {
    providers: cards,
    agreement: `Google’s approval as a gateway; ${rawCards}; for cryptograms network tokens, at Stripe`,
    proven: 'our simulator',
    open: 'network tokens are in no public type of Stripe’s',
  },
  C2P: {
    ...certified('Visa and Mastercard (Secure Remote Commerce)'),
    open: 'which algorithm and claims each network signs its checkout responses with: a key says its own, and what binds to no payment is refused',
  },
  BLIK_CODE: {
    providers: ['blik autopay', 'blik przelewy24'],
    agreement: 'a service at Autopay with BLIK without redirection, or a shop at Przelewy24',
    proven: p24Proof,
    open: p24Open,
  },
  BLIK_UID: {
    providers: ['blik autopay', 'blik przelewy24'],
    agreement: 'a service at Autopay with BLIK OneClick, or a shop at Przelewy24',
    proven: p24Proof,
    open: p24Open,
  },
  BLIK_PAYID: {
    providers: ['blik autopay', 'blik przelewy24'],
    agreement:
      'a service at Autopay, or a shop at Przelewy24, with BLIK recurring payments enabled',
    proven: p24Proof,
    open: `${p24Open}; aliases that change later are not told; Autopay is told no limit, and in which words it refuses a series that has ended is not known`,
  },
  PBL: {
    providers: ['bank autopay', 'bank przelewy24'],
    agreement:
      'a service at Autopay (SETTLED by its notifications of transfers, where agreed), or a shop at Przelewy24 (SETTLED by its report API, where enabled); cards on the page of either, with its 3-D Secure, where agreed',
    proven: p24Proof,
    open: 'Przelewy24: whether unpaid registrations are found (a setting); Autopay: whether transfers are told without its commission (a setting), and which refund one is of',
  },
}

export const matrix: readonly MatrixRow[] = Object.entries(rows).map(([instrument, row]) => ({
  instrument: instrument as InstrumentType,
  ...row,
}))

import type { Currency } from '../currency.ts'
import type { Method, Organization } from '../instrument.ts'

/** Where payments of one kind go. The first rule of a merchant that fits a payment decides. */
export interface RouteRule {
  name: string
  when?: RouteConditions
  /** In the order in which they are tried; with weights, the first is drawn by them. */
  to: RouteTarget[]
}

export interface RouteTarget {
  /** `connector/account`. */
  via: string
  weight?: number
  /** Which account asks the cardholder of charges there, under that acquirer's own numbers. */
  threeds?: string
  /** What is exempt is charged at once, and the cardholder asked only if the issuer wants it. */
  exempt?: boolean
}

/** All that are named must hold; of a list, one. */
export interface RouteConditions {
  methods?: Method[]
  organizations?: Organization[]
  currencies?: Currency[]
  /** Of the card's issuer, ISO 3166 alpha-2. */
  countries?: string[]
  recurring?: RecurringKind[]
  fromMinor?: number
  toMinor?: number
}

export const recurringKinds = ['NONE', 'INITIAL', 'SUBSEQUENT'] as const
export type RecurringKind = (typeof recurringKinds)[number]

/** What rules may ask of a payment. */
export interface RoutedPayment {
  paymentId: string
  method: string
  currency: string
  amountMinor: number
  organization?: string
  issuerCountry?: string
  recurring?: 'INITIAL' | 'SUBSEQUENT'
}

/** One question per condition; a condition without a question does not compile. */
const questions: {
  [K in keyof RouteConditions]-?: (
    wanted: NonNullable<RouteConditions[K]>,
    payment: RoutedPayment,
  ) => boolean
} = {
  methods: (wanted, { method }) => wanted.includes(method as never),
  organizations: (wanted, { organization }) => wanted.includes(organization as never),
  currencies: (wanted, { currency }) => wanted.includes(currency as never),
  countries: (wanted, { issuerCountry }) => wanted.includes(issuerCountry ?? ''),
  recurring: (wanted, { recurring }) => wanted.includes(recurring ?? 'NONE'),
  fromMinor: (wanted, { amountMinor }) => amountMinor >= wanted,
  toMinor: (wanted, { amountMinor }) => amountMinor <= wanted,
}

export const conditionNames = Object.keys(questions) as (keyof RouteConditions)[]

/** The conditions of a rule that a payment does not meet. */
export const unmetConditions = (
  { when = {} }: RouteRule,
  payment: RoutedPayment,
): (keyof RouteConditions)[] =>
  conditionNames.filter((name) => {
    const wanted = when[name]
    return wanted !== undefined && !questions[name](wanted as never, payment)
  })

import { isVia } from '../actor/via.ts'
import { currencies } from '../currency.ts'
import { methods, organizations } from '../instrument.ts'
import type { RouteConditions, RouteRule } from './rule.ts'
import { conditionNames, recurringKinds } from './rule.ts'

const MAX_RULES = 50
const MAX_WEIGHT = 1_000

type Check = (value: unknown) => string | undefined

const checks: Record<keyof RouteConditions, Check> = {
  methods: someOf(methods),
  organizations: someOf(organizations),
  currencies: someOf(Object.keys(currencies)),
  countries: listWhere((one) => /^[A-Z]{2}$/.test(one), 'countries of two capital letters'),
  recurring: someOf(recurringKinds),
  fromMinor: wholeAmount,
  toMinor: wholeAmount,
}

/** What is wrong with a merchant's rules, wherever they come from; undefined when nothing is. */
export function rulesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of rules'
  if (value.length > MAX_RULES) return `must be at most ${String(MAX_RULES)} rules`
  const rules = value as unknown[]
  const problems = rules.flatMap((rule, at) => {
    const problem = ruleProblem(rule)
    return problem === undefined ? [] : [`${String(at + 1)}: ${problem}`]
  })
  if (problems.length > 0) return `has a wrong rule ${problems[0] ?? ''}`
  const names = (rules as RouteRule[]).map(({ name }) => name)
  return new Set(names).size === names.length ? undefined : 'must name each rule once'
}

function ruleProblem(rule: unknown): string | undefined {
  if (!isObject(rule)) return 'must be an object'
  const { name, when, to, ...rest } = rule
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return `${unknown} is no part of a rule`
  if (typeof name !== 'string' || !/^[\w -]{1,64}$/.test(name))
    return 'name must be 1 to 64 letters, digits, spaces or one of -_'
  return whenProblem(when) ?? targetsProblem(to)
}

function whenProblem(when: unknown): string | undefined {
  if (when === undefined) return undefined
  if (!isObject(when)) return 'when must be an object'
  for (const [name, value] of Object.entries(when)) {
    if (!conditionNames.includes(name as never)) return `${name} is no condition`
    const problem = checks[name as keyof RouteConditions](value)
    if (problem !== undefined) return `${name} ${problem}`
  }
  const { fromMinor = 0, toMinor = Number.MAX_SAFE_INTEGER } = when as RouteConditions
  return fromMinor > toMinor ? 'fromMinor must not be above toMinor' : undefined
}

function targetsProblem(to: unknown): string | undefined {
  if (!Array.isArray(to) || to.length === 0) return 'to must name at least one account'
  const targets = to as unknown[]
  for (const target of targets) {
    if (!isObject(target)) return 'to must be a list of { via, weight?, threeds?, exempt? }'
    const { via, weight, threeds, exempt, ...rest } = target
    const [unknown] = Object.keys(rest)
    if (unknown !== undefined) return `${unknown} is no part of an account in to`
    if (typeof via !== 'string' || !isVia(via)) return 'via must be connector/account'
    if (threeds !== undefined && !(typeof threeds === 'string' && isVia(threeds)))
      return 'threeds must be connector/account'
    if (exempt !== undefined && typeof exempt !== 'boolean') return 'exempt must be true or false'
    if (weight !== undefined && !isWhole(weight, 1, MAX_WEIGHT))
      return `weight must be a whole number from 1 to ${String(MAX_WEIGHT)}`
  }
  const named = targets as { via: string; weight?: number }[]
  if (new Set(named.map(({ via }) => via)).size < named.length) return 'to must name each once'
  const weighted = named.filter(({ weight }) => weight !== undefined).length
  return weighted === 0 || weighted === named.length
    ? undefined
    : 'weight must stand at all or none'
}

function someOf(words: readonly string[]): Check {
  return listWhere((one) => words.includes(one), `some of ${words.join(', ')}`)
}

function listWhere(fits: (one: string) => boolean, named: string): Check {
  return (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'string' && fits(one))
      ? undefined
      : `must be a list of ${named}`
}

function wholeAmount(value: unknown): string | undefined {
  return isWhole(value, 0, Number.MAX_SAFE_INTEGER)
    ? undefined
    : 'must be a whole number of minor units'
}

const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

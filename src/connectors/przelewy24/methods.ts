import { z } from 'zod'
import type { BankInfo } from '../bank.ts'
import type { P24Answer, P24Http } from './http.ts'

const Method = z.object({
  id: z.int().positive(),
  name: z.string().min(1).max(200),
  group: z.string().max(64).nullish(),
  status: z.boolean(),
  imgUrl: z.string().max(2_048).nullish(),
  availabilityHours: z
    .object({
      mondayToFriday: z.string().max(64).nullish(),
      saturday: z.string().max(64).nullish(),
      sunday: z.string().max(64).nullish(),
    })
    .nullish(),
})
export type Method = z.infer<typeof Method>

/** The ways to pay that the account has. */
export const askMethods = (
  http: P24Http,
  { language, currency }: { language: string; currency: string },
  signal?: AbortSignal,
): Promise<P24Answer<Method[]>> => {
  const path = `/api/v1/payment/methods/${language}?currency=${currency}`
  return http.ask({ method: 'GET', path, reference: 'methods' }, Methods, signal)
}

const Methods = z.array(Method).min(1).max(1_000)

/** Of them those whose page a payer is sent to, open or not at this hour: banks, and cards where they are agreed on. */
export const banksIn = (
  methods: readonly Method[],
  { cards }: { cards: boolean },
  now: number,
): BankInfo[] =>
  methods
    .filter(({ group }) => group === 'FastTransfers' || (cards && group === 'Credit Card'))
    .map(({ id, name, imgUrl, status, availabilityHours }) => ({
      provider: 'PA',
      bank: String(id),
      bankId: id,
      name,
      iconURL: imgUrl ?? '',
      available: status && isOpen(hoursOn(availabilityHours ?? {}, now), now),
    }))

type Hours = NonNullable<Method['availabilityHours']>

const warsaw = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Warsaw',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
})

const clockAt = (now: number) =>
  Object.fromEntries(warsaw.formatToParts(now).map(({ type, value }) => [type, value]))

function hoursOn({ mondayToFriday, saturday, sunday }: Partial<Hours>, now: number) {
  const { weekday } = clockAt(now)
  if (weekday === 'Sat') return saturday
  return weekday === 'Sun' ? sunday : mondayToFriday
}

/** As "08-20" or "00-24"; what does not look like hours closes no bank but by that name. */
function isOpen(hours: string | null | undefined, now: number): boolean {
  if (hours === 'unavailable') return false
  const [, from, to] = /^(\d\d)-(\d\d)$/.exec(hours ?? '') ?? []
  if (from === undefined || to === undefined) return true
  const hour = Number(clockAt(now)['hour'])
  return hour >= Number(from) && hour < Number(to)
}

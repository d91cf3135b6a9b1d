import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../src/portal/auth/passwords.ts'
import { newTotpSecret, stepAt, totpAt } from '../../src/portal/auth/totp.ts'
import { createPeople } from '../../src/postgres/portal/people.ts'
import { createPortalSessions } from '../../src/postgres/portal/sessions.ts'
import type { Stack } from '../../src/stack/launch.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { loadPortalKeys } from '../../src/vault/portal-keys.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { cpuMs, rssMb } from './costs.ts'
import { closedLoop, openLoop, percentiles } from './measure.ts'
import type { Measured } from './measure.ts'
import type { Options } from './options.ts'
import { inTurns } from './rounds.ts'
import { createShop } from './shop.ts'
import { openPool } from '../support/open-pool.ts'

/** Sales alone and beside people who click, in turns: at a constant pace, and as fast as they go. */
export interface BesidePeople {
  people: number
  paced: Record<'alone' | 'beside', Measured[]>
  flatOut: Record<'alone' | 'beside', Measured[]>
  clicks: Clicks
  /** For one page, by process, beyond what the sales of the same rounds cost. */
  cpuMsPerPage: Record<CpuOf, number>
  /** Of the portal's process, after all of it. */
  portalRssMb: number
}

type CpuOf = (typeof CPU_OF)[number]
const CPU_OF = ['portal', 'api-1', 'postgres'] as const

interface Clicks {
  p50: number
  p95: number
  perSecond: number
  failures: number
}

const THINK_MS = { least: 5_000, most: 10_000 }
const CLIENTS = 8
const PASSWORD = 'a sentence that everybody knows'
/** Of a hundred clicks, one is somebody who comes to work. */
const SIGN_IN_EVERY = 100

export async function besidePeople(
  stack: Stack,
  { people: count, salesPerSecond, seconds, rounds }: Options & { people: number },
  say: (line: string) => void,
): Promise<BesidePeople> {
  const shop = await createShop(stack.info, 1)
  say('Warming up …')
  await closedLoop({ clients: CLIENTS, count: 80, operation: () => shop.sale() })
  const people = await invite(stack, count)
  const crowd = createCrowd(`${stack.info.portal}/portal`, people)
  await crowd.during(() => sleep(5_000))
  crowd.forget()
  const cpu = { alone: noCpu(), beside: noCpu() }
  const measured = async (where: 'alone' | 'beside', work: () => Promise<Measured>) => {
    const before = cpuOf(stack)
    const result = await work()
    const after = cpuOf(stack)
    for (const name of CPU_OF) cpu[where][name] += after[name] - before[name]
    say(`  ${where}: ${result.perSecond.toFixed(1)} sales per s, p50 ${result.p50.toFixed(0)} ms`)
    return result
  }
  const turns = (work: () => Promise<Measured>) =>
    inTurns(
      rounds,
      {
        alone: () => measured('alone', work),
        beside: () => measured('beside', () => crowd.during(work)),
      },
      say,
    )
  say(
    `${String(salesPerSecond)} sales a second, in turns alone and beside ${String(count)} people …`,
  )
  const operation = () => shop.sale()
  const paced = await turns(() => openLoop({ perSecond: salesPerSecond, seconds, operation }))
  const pages = Math.max(1, crowd.read().done)
  const cpuMsPerPage = byProcess((name) => (cpu.beside[name] - cpu.alone[name]) / pages)
  say(`Sales of ${String(CLIENTS)} clients, in turns alone and beside ${String(count)} people …`)
  const flatOut = await turns(() => closedLoop({ clients: CLIENTS, seconds, operation }))
  const { p50, p95, perSecond, failures } = crowd.read()
  const portalRssMb = rssMb(stack.process('portal').pid ?? 0)
  const clicked = { p50, p95, perSecond, failures }
  return { people: count, paced, flatOut, clicks: clicked, cpuMsPerPage, portalRssMb }
}

const byProcess = (read: (name: CpuOf) => number): Record<CpuOf, number> => ({
  portal: read('portal'),
  'api-1': read('api-1'),
  postgres: read('postgres'),
})
const noCpu = () => byProcess(() => 0)
const cpuOf = (stack: Stack) => byProcess((name) => cpuMs(stack.process(name).pid ?? 0))

interface Person {
  merchantId: string
  name: string
  secret: string
  cookie: string
  /** The path of a payment that stood in a list. */
  seen: string
  /** Of the last code: none is good twice. */
  step: number
}

/** Half of them of the merchant that sells, half of another; all with a session that is open. */
export async function invite({ info, home }: Stack, count: number): Promise<Person[]> {
  const pool = openPool(info.postgres, { applicationName: 'bench' })
  const envelope = createEnvelope(
    createLocalKeyWrapper(loadPortalKeys(join(home, 'portal-keys.json'))),
  )
  const [store, sessions] = [createPeople(pool, envelope), createPortalSessions(pool)]
  const password = await hashPassword(PASSWORD)
  const people: Person[] = []
  for (let index = 0; index < count; index += 1) {
    const merchantId = info.merchants[index % 2]?.merchantId ?? ''
    const [personId, name] = [randomId(), `person-${String(index)}`]
    const act = { merchantId, actor: 'bench', origin: 'bench' }
    const token = await store.invite({ personId, name, role: 'owner' }, act)
    const secret = newTotpSecret()
    const joining = { password, secret, step: 0, recoveryCodes: [], origin: 'bench' }
    await store.join(token ?? '', joining)
    const session = { sessionId: randomId(), personId, origin: 'bench', browser: 'bench' }
    people.push({
      merchantId,
      name,
      secret,
      seen: '',
      step: 0,
      cookie: `tollgate_portal=${await sessions.open(session)}`,
    })
  }
  await pool.end()
  return people
}

/** People who look at a page for a while and click on. */
function createCrowd(home: string, people: readonly Person[]) {
  let took: number[] = []
  let failures: string[] = []
  let workedMs = 0
  let clicks = 0

  async function click(person: Person): Promise<void> {
    clicks += 1
    const begun = performance.now()
    try {
      const isNew = clicks % SIGN_IN_EVERY === 0 && person.step < stepAt(Date.now())
      await (isNew ? signIn(home, person) : look(home, person, clicks))
      took.push(performance.now() - begun)
    } catch (error) {
      failures.push(String(error))
    }
  }

  async function live(person: Person, signal: AbortSignal): Promise<void> {
    const think = () => THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least)
    for (let waitMs = Math.random() * think(); ; waitMs = think()) {
      const isOver = await sleep(waitMs, false, { signal }).catch(() => true)
      if (isOver) return
      await click(person)
    }
  }

  return {
    during: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const over = new AbortController()
      setMaxListeners(people.length, over.signal)
      const begun = performance.now()
      const lives = people.map((person) => live(person, over.signal))
      try {
        return await work()
      } finally {
        workedMs += performance.now() - begun
        over.abort()
        await Promise.all(lives)
      }
    },
    forget: () => {
      ;[took, failures, workedMs] = [[], [], 0]
    },
    read: () => {
      if (failures[0] !== undefined) process.stderr.write(`  first failure: ${failures[0]}\n`)
      return {
        ...percentiles(took),
        perSecond: took.length / (workedMs / 1000),
        done: took.length,
        failures: failures.length,
      }
    },
  }
}

const others = ['/events', '/webhooks', '/keys', '/settings', '/settlements', '/sessions']

/** The overview, the list, a payment of it, and something else. */
async function look(home: string, person: Person, click: number): Promise<void> {
  const other = others[Math.floor(click / 4) % others.length] ?? ''
  const path = ['', '/payments', person.seen, other][click % 4] ?? ''
  const headers = { cookie: person.cookie }
  const answer = await fetch(`${home}${path}`, { headers, redirect: 'manual' })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)}`)
  person.seen = /href="\/portal(\/payments\/[a-z]+)"/.exec(text)?.[1] ?? person.seen
}

async function signIn(home: string, person: Person): Promise<void> {
  const { merchantId, name, secret } = person
  person.step = stepAt(Date.now())
  const code = totpAt(secret, person.step)
  const answer = await fetch(`${home}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(home).origin },
    body: new URLSearchParams({ merchant: merchantId, name, password: PASSWORD, code }),
  })
  await answer.arrayBuffer()
  if (answer.status !== 303) throw new Error(`sign-in: ${String(answer.status)}`)
}

import { openSession } from '../../src/postgres/operators.ts'
import type { Stack } from '../../src/stack/launch.ts'
import { operatorPages, portalPages, timePage, untilCounted } from '../support/back-office-pages.ts'
import type { PageTime } from '../support/back-office-pages.ts'
import { addManyPayments } from '../support/many-payments.ts'
import { invite } from './portal.ts'
import { createShop } from './shop.ts'
import { openPool } from '../support/open-pool.ts'

export interface PageTimes {
  payments: number
  pages: PageTime[]
}

/** Every page of both back offices, one after the other, of a merchant with very many payments. */
export async function measurePages(
  { info, ...stack }: Stack,
  payments: number,
  say: (line: string) => void,
): Promise<PageTimes> {
  // The rows of a busy machine take as long as they take.
  const db = openPool(info.postgresOwner, { applicationName: 'bench', statementTimeoutMs: 600_000 })
  try {
    say(`Adding ${payments.toLocaleString('en-US')} payments of one merchant …`)
    await (await createShop(info, 0)).sale()
    const [person] = await invite({ info, ...stack }, 1)
    const { merchantId = '', cookie = '' } = person ?? {}
    await addManyPayments(db, merchantId, payments)
    say('Until the overview has counted them …')
    const home = `${info.portal}/portal`
    await untilCounted(home, { cookie })
    const theirs = `tollgate_operator=${await openSession(db, info.operators[0]?.name ?? '')}`
    const places = [
      ...portalPages.map((path) => [`portal${path}`, home + path, cookie] as const),
      ...operatorPages.map((path) => [`operators${path}`, info.operator + path, theirs] as const),
    ]
    const pages: PageTime[] = []
    for (const [name, url, session] of places) {
      const time = await timePage(name, url, { cookie: session })
      say(`  ${name}: p95 ${String(time.p95)} ms`)
      pages.push(time)
    }
    return { payments, pages }
  } finally {
    await db.end()
  }
}

import { closedLoop } from './measure.ts'
import { measureSales } from './sales.ts'
import type { SalesAt } from './sales.ts'
import { persistently } from './shop.ts'
import type { World } from './world.ts'

export interface SalesBesideOpen {
  open: number
  sales: SalesAt
}

const CLIENTS = 8
const OPENING = 16

/** What a sale costs while so many payments are open beside it, each with its workflow and timer. */
export async function besideOpenPayments(world: World): Promise<SalesBesideOpen[]> {
  const results: SalesBesideOpen[] = []
  let open = 0
  for (const wanted of world.options.openPayments) {
    world.say(`Opening payments until ${wanted} wait for their payers …`)
    const operation = () => persistently(() => world.plain.openPayment())
    await closedLoop({ clients: OPENING, count: wanted - open, operation })
    open = wanted
    results.push({ open, sales: await measureSales(world, CLIENTS) })
  }
  return results
}

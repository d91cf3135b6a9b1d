import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Order, Taking } from './aftermath.ts'
import type { Till } from './till.ts'

interface KillBill extends Till {
  version: string
  /** Which of its plugins pays. */
  plugin: string
}

/** Where it is, and with what it is killed and started again. */
export interface KillBillPlace {
  url: string
  process: { pid: number; start: string } | undefined
}

/**
 * An account is locked while a payment of it is under way, and a shop has many payers: there are more
 * of them than clients, or these would wait for each other.
 */
const ACCOUNTS = 64

/** The first keeps a book of what it has done; the second is always there, and keeps none. */
const plugins = ['killbill-payment-test', '__EXTERNAL_PAYMENT__']

const LONGEST_MS = 20_000

/** A tenant of its own, with payers whose default payment method takes everything. */
export async function openKillBill(url: string): Promise<KillBill> {
  const tenant = { apiKey: randomUUID(), apiSecret: randomUUID() }
  const call = caller(new URL('/1.0/kb', url).href, tenant)
  await call('POST', '/tenants', tenant)
  const [node] = (await (await call('GET', '/nodesInfo')).json()) as { kbVersion: string }[]
  const accounts: string[] = []
  let plugin = ''
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const id = idIn(await call('POST', '/accounts', { name: 'payer', currency: 'PLN' }))
    plugin = await addMethod(call, id, plugin === '' ? plugins : [plugin])
    accounts.push(id)
  }
  const pay = (order: Order) =>
    call('POST', `/accounts/${accounts[order.number % ACCOUNTS] ?? ''}/payments`, purchase(order))
  const takingsOf = async ({ key }: Order) => {
    // Asked for what the plugin knows, it repairs what can be repaired.
    const answer = await call('GET', `/payments?externalKey=${key}&withPluginInfo=true`)
    return answer.status === 404 ? [] : takingsIn((await answer.json()) as Payment)
  }
  const askAgain = async (order: Order) => {
    const takings = await takingsOf(order)
    if (takings.length > 0) return takings.some(({ state }) => state === 'paid')
    await pay(order)
    return true
  }
  return { version: node?.kbVersion ?? '', plugin, pay, askAgain, takingsOf }
}

/** kill -9 of it, and the start after it, which outlives the bench. */
export function killKillBill({ pid, start }: { pid: number; start: string }): Promise<void> {
  process.kill(pid, 'SIGKILL')
  spawn(start, { shell: true, detached: true, stdio: 'ignore' }).unref()
  return Promise.resolve()
}

/** The first plugin that there is. */
async function addMethod(call: Call, account: string, [name, ...others]: string[]) {
  if (name === undefined) throw new Error('Kill Bill has no plugin that pays')
  const path = `/accounts/${account}/paymentMethods?isDefault=true`
  try {
    await call('POST', path, { pluginName: name, pluginInfo: {} })
    return name
  } catch (error) {
    if (others.length === 0) throw error
    return addMethod(call, account, others)
  }
}

const purchase = ({ key, amountMinor }: Order) => ({
  transactionType: 'PURCHASE',
  amount: amountMinor / 100,
  currency: 'PLN',
  paymentExternalKey: key,
  transactionExternalKey: key,
})

interface Payment {
  transactions: { status: string; amount: number; processedAmount: number | null }[]
}

const takingsIn = ({ transactions }: Payment): Taking[] =>
  transactions.map(({ status, amount, processedAmount }) => ({
    state: status === 'SUCCESS' ? 'paid' : status.endsWith('FAILURE') ? 'refused' : 'open',
    amountMinor: Math.round((processedAmount ?? amount) * 100),
  }))

const idIn = (answer: Response): string => answer.headers.get('location')?.split('/').at(-1) ?? ''

type Call = ReturnType<typeof caller>

/** As the administrator that it comes with. What is not there is an answer too. */
const caller =
  (root: string, tenant: { apiKey: string; apiSecret: string }) =>
  async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const answer = await fetch(root + path, {
      signal: AbortSignal.timeout(LONGEST_MS),
      method,
      headers: {
        authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
        'content-type': 'application/json',
        'x-killbill-apikey': tenant.apiKey,
        'x-killbill-apisecret': tenant.apiSecret,
        'x-killbill-createdby': 'bench',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok && !(method === 'GET' && answer.status === 404))
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

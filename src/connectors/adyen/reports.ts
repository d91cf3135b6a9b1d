import type { Settles } from '../acquirer.ts'
import type { SettlementLine } from '../../domain/settlement/settlement.ts'
import { createSender, segment } from '../http.ts'
import type { Network } from '../http.ts'
import { wholeBatches } from '../whole-batches.ts'
import { readReport } from './report.ts'
import { present } from '../../domain/present.ts'

export interface ReportOptions extends Network {
  reportsUrl: string
  merchantAccount: string
  timeoutMs: number
  reportUser: string
  reportPassword: string
}

const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_MS = 60_000

/** Settlement details reports: each is a batch that Adyen has closed by itself, and tells of. */
export function createReports(options: ReportOptions): Omit<Settles, 'closedBatches'> {
  const { reportsUrl: url, merchantAccount, reportUser, reportPassword, lookup } = options
  const timeoutMs = Math.max(options.timeoutMs, LONGEST_MS)
  const send = createSender({ url, timeoutMs, maxBytes: MOST_BYTES, ...present({ lookup }) })
  const pass = Buffer.from(`${reportUser}:${reportPassword}`).toString('base64')
  const headers = { accept: 'text/csv', authorization: `Basic ${pass}` }

  async function linesOf(file: string, signal?: AbortSignal): Promise<SettlementLine[]> {
    const path = `/${segment(merchantAccount)}/${segment(file)}`
    const answer = await send({ method: 'GET', path, headers, body: null }, signal)
    if (answer.type !== 'received') throw new Error(`the report ${file} was not sent`)
    if (answer.status !== 200)
      throw new Error(`the report ${file} is refused with ${String(answer.status)}`)
    return readReport(answer.bytes.toString('utf8'))
  }

  return wholeBatches(linesOf)
}

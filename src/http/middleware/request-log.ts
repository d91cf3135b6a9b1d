import type { RequestHandler } from 'express'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import { contextOf } from '../context.ts'

/** One line and one measurement per request, once it has been answered or given up. */
export function requestLog(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint()
    response.once('close', () => {
      const ms = Number(process.hrtime.bigint() - startedAt) / 1e6
      const { requestId, route, merchantId, failure } = contextOf(response)
      const status = response.writableFinished ? response.statusCode : 499
      const { method } = request
      metrics.httpDurationSeconds.observe({ method, route, status }, ms / 1_000)
      const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10, merchantId }
      if (status === 500) log.error({ ...line, err: failure }, 'request failed')
      else if (status === 503) log.warn({ ...line, err: failure }, 'request not served')
      else log.info(line, 'request')
    })
    next()
  }
}

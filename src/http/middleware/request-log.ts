import type { RequestHandler } from 'express'
import type { Log } from '../../process/log.ts'
import type { Metrics } from '../../process/metrics.ts'
import { beginTrace } from '../../tracing/trace.ts'
import { present } from '../../domain/present.ts'
import { contextOf } from '../context.ts'

/** One line, one measurement and the first span of a trace per request, once it was answered or given up. */
export function requestLog(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint()
    response.once('close', () => {
      const ms = Number(process.hrtime.bigint() - startedAt) / 1e6
      const { requestId, route, failure, ...about } = contextOf(response)
      const status = response.writableFinished ? response.statusCode : 499
      const { method } = request
      metrics.httpDurationSeconds.observe({ method, route, status }, ms / 1_000)
      const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10, ...about }
      endTrace(`${method} ${route}`, {
        'http.route': route,
        'http.response.status_code': status,
        ...present({
          'tollgate.payment.id': about.paymentId,
          'tollgate.tokenizer.id': about.tokenizerId,
        }),
      })
      if (status === 500) log.error({ ...line, err: failure }, 'request failed')
      else if (status === 503) log.warn({ ...line, err: failure }, 'request not served')
      else log.info(line, 'request')
    })
    const start = { kind: 'server', attributes: { 'http.request.method': request.method } } as const
    const endTrace = beginTrace({ name: request.method, ...start }, next)
  }
}

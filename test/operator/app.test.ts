import { Router } from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/log.ts'
import { createMetrics } from '../../src/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'

async function start() {
  const router = Router()
  router.get('/thing', (_, response) => {
    response.json({ ok: true })
  })
  router.get('/broken', () => {
    throw new Error('internals')
  })
  const metrics = createMetrics('api')
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'operator-token',
    routers: [router],
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    metrics.registry.clear()
    await server.stop(100)
  })
  return (path: string, authorization?: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: authorization === undefined ? {} : { authorization },
    })
}

const basic = `Basic ${Buffer.from('anyone:operator-token').toString('base64')}`

describe('the private port', () => {
  test('health needs no token', async () => {
    const get = await start()
    expect((await get('/health/live')).status).toBe(200)
    expect((await get('/health/ready')).status).toBe(200)
  })

  test.for([undefined, 'Bearer wrong', 'Bearer', 'operator-token', 'Basic !!!'])(
    'all else is closed to %s',
    async (authorization) => {
      const get = await start()
      for (const path of ['/metrics', '/thing', '/nothing']) {
        expect((await get(path, authorization)).status).toBe(401)
      }
    },
  )

  test.for(['Bearer operator-token', basic])('%s opens it', async (authorization) => {
    const get = await start()
    expect(await (await get('/metrics', authorization)).text()).toContain('tollgate_')
    expect(await (await get('/thing', authorization)).json()).toEqual({ ok: true })
    expect((await get('/nothing', authorization)).status).toBe(404)
  })

  test('a failure shows no internals', async () => {
    const get = await start()
    const answer = await get('/broken', 'Bearer operator-token')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('internals')
  })
})

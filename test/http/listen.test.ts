import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'

const local = { host: '127.0.0.1', port: 0 }

/** Sends text as it is and returns everything that comes back. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => {
      resolve(answer)
    })
    socket.on('error', reject)
  })

describe('listen', () => {
  test.for([
    [
      'both lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    ],
    ['an unknown coding', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\nabcd'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a target that is no path', 'GET x:y HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target that is no address', 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ] as const)('%s: 400 with the usual body, and the connection ends', async ([, text]) => {
    const server = await listen((_, response) => response.end('ok'), local)
    onTestFinished(() => server.stop(100))
    const answer = await raw(server.port, text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('content-type: application/json;charset=utf-8')
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      status: 400,
      code: 'malformed_request',
    })
  })

  test('headers beyond the limit: 431', async () => {
    const server = await listen((_, response) => response.end('ok'), local)
    onTestFinished(() => server.stop(100))
    const text = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    const answer = await raw(server.port, text)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('"code":"headers_too_large"')
  })

  test('an expectation that nobody meets: 417', async () => {
    const server = await listen((_, response) => response.end('ok'), local)
    onTestFinished(() => server.stop(100))
    const answer = await raw(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a-pony\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 417 /)
    expect(answer).toContain('"code":"expectation_failed"')
  })

  test('a stop answers what is under way, takes nothing new and closes what is idle', async () => {
    let finish: () => void = () => undefined
    const started = new Promise<void>((begun) => {
      finish = begun
    })
    const server = await listen((_, response) => {
      finish()
      setTimeout(() => response.end('answered'), 200)
    }, local)
    const answer = fetch(`http://127.0.0.1:${server.port}/`)
    await started
    const stopped = server.stop(5_000)
    expect(await (await answer).text()).toBe('answered')
    await stopped
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
  })

  test('a request that does not end is cut off at the deadline', async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const server = await listen(() => {
      begin()
    }, local)
    const hungUp = new Promise((resolve) => {
      request({ port: server.port }).on('error', resolve).end()
    })
    await begun
    await server.stop(100)
    expect(await hungUp).toMatchObject({ code: 'ECONNRESET' })
  })
})

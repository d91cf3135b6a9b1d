import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const notify = (path: string, body: string) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8', signature: 'abc' },
    body,
  })
const received = async (id: string) => (await sandbox.get(`/received?paymentId=${id}`)).body
const program = (body: object) => sandbox.post('/received/answers', body)

test.each(['payment', 'refund', 'tokenizer', 'some/other/path'])(
  'a notification to /merchant/%s is kept word for word',
  async (path) => {
    const body = `{ "paymentId":"P-${path}", "amount": 10.50 }`
    expect((await notify(`/merchant/${path}`, body)).status).toBe(200)
    const [caught] = await received(`P-${path}`)
    expect(caught).toMatchObject({ path: `/merchant/${path}`, body, answered: 200 })
    expect(caught.headers.signature).toBe('abc')
    expect(Date.parse(caught.receivedAt)).toBeGreaterThan(0)
  },
)

test('tokenizations are found by their own id', async () => {
  await notify('/merchant/tokenizer', '{"paymentId":"P-1","tokenizerId":"T-1"}')
  expect(await received('T-1')).toHaveLength(1)
  expect(await received('P-1')).toHaveLength(1)
})

test('what is no JSON is kept too', async () => {
  await notify('/merchant/payment', 'rubbish')
  const all = (await sandbox.get('/received')).body
  expect(all.at(-1).body).toBe('rubbish')
})

test('answers are programmed for one payment, then it is 200 again', async () => {
  await program({
    paymentId: 'P-2',
    statuses: [503, { status: 429, headers: { 'retry-after': '7' }, body: 'later', delayMs: 5 }],
  })
  const one = '{"paymentId":"P-2"}'
  expect((await notify('/merchant/payment', '{"paymentId":"P-3"}')).status).toBe(200)
  expect((await notify('/merchant/payment', one)).status).toBe(503)
  const second = await notify('/merchant/payment', one)
  expect([second.status, second.headers.get('retry-after'), await second.text()]).toEqual([
    429,
    '7',
    'later',
  ])
  expect((await notify('/merchant/payment', one)).status).toBe(200)
  const answered = (await received('P-2')).map((each: { answered: number }) => each.answered)
  expect(answered).toEqual([503, 429, 200])
})

test('or for everybody', async () => {
  await program({ statuses: [500] })
  expect((await notify('/merchant/payment', '{"paymentId":"P-4"}')).status).toBe(500)
  expect((await notify('/merchant/payment', '{"paymentId":"P-4"}')).status).toBe(200)
})

test('nonsense is not programmed', async () => {
  expect((await program({ statuses: ['x'] })).status).toBe(400)
  expect((await program({})).status).toBe(400)
})

// node receiver.mjs — takes notifications and checks both signatures. Needs nothing but Node 18.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.NOTIFICATION_SECRET
const hmac = (text, encoding) => createHmac('sha256', secret).update(text).digest(encoding)
// Of bytes, and of as many: a header may hold letters that take two.
function same(expected, given = '') {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': list = '' } = headers
  const expected = `v1,${hmac(`${id}.${time}.${body}`, 'base64')}`
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  if (!fresh || !list.split(' ').some((one) => same(expected, one))) return false
  const signature = hmac(Object.values(JSON.parse(body)).join(''), 'hex')
  return same(signature, headers.signature) || same(signature, headers['signature-previous'])
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  process.stdout.write(`${request.url} ${body}\n`) // here: store it under eventId, once; work later
  response.writeHead(200).end()
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => process.stdout.write('ready\n'))

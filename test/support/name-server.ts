import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TXT = 16
const NO_SUCH_NAME = 3

/** A name server on this machine that knows these TXT records; of a name that is `undefined` it says nothing at all. */
export async function startNameServer(records: Record<string, string | undefined>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    if (name in records && records[name] === undefined) return
    socket.send(answerTo(query.subarray(0, end), records[name]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${String(socket.address().port)}`, close: () => socket.close() }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // The name ends with an empty label; its type and class follow.
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** RFC 1035: the question again, and one record whose name is that of the question. */
function answerTo(question: Buffer, text: string | undefined): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  const asked = question.subarray(HEADER_BYTES)
  if (text === undefined) return Buffer.concat([header, asked])
  const value = Buffer.from(text)
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 60, 0, value.length + 1])
  return Buffer.concat([header, asked, record, Buffer.from([value.length]), value])
}

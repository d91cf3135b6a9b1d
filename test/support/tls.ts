import * as asn1js from 'asn1js'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'
import * as pkijs from 'pkijs'
import { authority, certify, exportKey, makeKeys } from '../../src/sandbox/certificates.ts'
import type { Party } from '../../src/sandbox/certificates.ts'

export interface Credentials {
  cert: string
  key: string
}

/** An authority of the test's own: who trusts it takes this machine for what it says it is. */
export async function makeAuthority() {
  const root: Party = { name: 'Test Authority', keys: await makeKeys() }
  const ca = pem('CERTIFICATE', await certify(1, root, root, [authority()]))
  let serial = 1
  const issue = async (name: string): Promise<Credentials> => {
    const party: Party = { name, keys: await makeKeys() }
    serial += 1
    return {
      cert: pem('CERTIFICATE', await certify(serial, party, root, [thisMachine()])),
      key: pem('PRIVATE KEY', await exportKey(party.keys)),
    }
  }
  return { ca, issue }
}

export interface TlsDoor {
  readonly port: number
  close(): void
}

/** Ends TLS before a server that speaks in the clear, as a load balancer or a sidecar does. */
export async function openTlsDoor(to: number, options: TlsOptions): Promise<TlsDoor> {
  const sockets = new Set<Socket>()
  const server = createServer(options, (outer) => {
    const inner = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    outer.pipe(inner).pipe(outer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const pem = (label: string, base64: string): string =>
  `-----BEGIN ${label}-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

function thisMachine(): pkijs.Extension {
  const address = new asn1js.OctetString({ valueHex: Uint8Array.of(127, 0, 0, 1).buffer })
  const names = new pkijs.GeneralNames({
    names: [
      new pkijs.GeneralName({ type: 2, value: 'localhost' }),
      new pkijs.GeneralName({ type: 7, value: address }),
    ],
  })
  return new pkijs.Extension({
    extnID: '2.5.29.17',
    critical: false,
    extnValue: names.toSchema().toBER(),
  })
}

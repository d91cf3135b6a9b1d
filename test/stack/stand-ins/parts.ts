import type { StackParts } from '../../../src/stack/parts.ts'

/** Stand-ins for what the stack puts together, so that the stack itself is tested alone. */
export const standIns: StackParts = {
  createKeyRing: async () => undefined,
  createPortalKeys: async () => undefined,
  migrate: async () => undefined,
  seed: async () => ({
    merchants: [{ merchantId: 'M1', secret: 'first', notificationSecret: 'n1' }],
    agents: [],
    operators: [{ name: 'anna', role: 'viewer', token: 'tgo_a' }],
    people: [],
  }),
  gateway: 'test/stack/stand-ins/service.ts',
  api: 'test/stack/stand-ins/service.ts',
  worker: 'test/stack/stand-ins/worker.ts',
  portal: 'test/stack/stand-ins/service.ts',
  sandbox: 'test/stack/stand-ins/service.ts',
}

import type { AcquirerDefinition } from './acquirer.ts'
import { definition as sandboxBank } from './bank/definition.ts'
import { definition as sandboxBlik } from './blik/definition.ts'
import type { ConnectorKind, Definition } from './definition.ts'
import { definition as sandboxAcquirer } from './sandbox-acquirer/definition.ts'
import { definition as stripe } from './stripe/definition.ts'
import { definition as sandboxThreeDs } from './threeds/definition.ts'
import { definition as sandboxTokens } from './tokens/definition.ts'

/** Every acquirer, by name. A new one is its folder and a line here. */
export const acquirers: readonly AcquirerDefinition[] = [sandboxAcquirer, stripe]

/** Every connector of every kind. */
export const connectors: readonly AnyDefinition[] = [
  ...acquirers,
  sandboxBank,
  sandboxBlik,
  sandboxThreeDs,
  sandboxTokens,
]

export type AnyDefinition = Definition<ConnectorKind, object, unknown>

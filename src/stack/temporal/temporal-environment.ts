import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a process needs to reach a server of our own. The profile is empty: one in the user's own
 * configuration must not lead us to another server.
 */
export function temporalEnvironment(home: string, address: string, namespace: string) {
  const file = join(home, 'temporal.toml')
  writeFileSync(file, '[profile.default]\n')
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_CONFIG_FILE: file }
}

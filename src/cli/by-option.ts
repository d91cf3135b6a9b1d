import { Option } from 'commander'

/** Who does it. Only a token proves it (TOLLGATE_TOKEN), to the private port; see `authenticate`. */
export const byOption = (): Option =>
  new Option('--by <name>', 'who does it, as TOLLGATE_TOKEN proves; on a local stack: anna or jan')

import { launchStack } from '../../../src/stack/launch.ts'
import { standIns } from './parts.ts'

/** A supervisor to be killed: launches a stack and stays. */
await launchStack({ home: String(process.argv[2]), workers: 1, quiet: true, parts: standIns })
process.stdout.write(`launched\n`)

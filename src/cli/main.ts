import { runProgram } from './run-program.ts'

// Whoever read our output has seen enough.
process.stdout.on('error', () => process.exit())

await runProgram(process.argv.slice(2))

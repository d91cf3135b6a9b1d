import { crashesDuring, launchWorld } from './crash.ts'

const world = launchWorld()

for (const command of ['capture', 'adjust', 'refund'] as const) crashesDuring(world, command)

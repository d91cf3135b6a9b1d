import { crashesDuring, crashesDuringCreate, launchWorld } from './crash.ts'

const world = launchWorld()

crashesDuringCreate(world)
crashesDuring(world, 'cancel')

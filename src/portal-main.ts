import { startPortal } from './start-portal.ts'

await startPortal()

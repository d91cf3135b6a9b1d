import { ensureBuilt } from './ensure-built.ts'

/** For files that launch stacks of their own. */
export default ensureBuilt

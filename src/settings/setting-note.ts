import { present } from '../domain/present.ts'

/** What a setting means to the person who sets it. The reference and `.env.example` print it. */
export interface SettingNote {
  section: Section
  meaning: string
  /** A value that works on a local stack; a setting without one is left empty there. */
  example?: string
  /** Who acts by it; all of them read it. */
  usedBy: readonly SettingUser[]
}

export type SettingUser = 'api' | 'worker' | 'portal' | 'cli'

export const sections = [
  'Common',
  'Addresses and secrets of the gateway',
  'Providers',
  'Workers',
  'Fail points',
] as const
type Section = (typeof sections)[number]

export const everybody: readonly SettingUser[] = ['api', 'worker', 'portal', 'cli']
export const processes: readonly SettingUser[] = ['api', 'worker', 'portal']
/** Those that payments are made by, and who may look into cards. */
export const payers: readonly SettingUser[] = ['api', 'worker']
export const serving: readonly SettingUser[] = ['api', 'portal']

export const common = (meaning: string, example: string): SettingNote => ({
  section: 'Common',
  meaning,
  example,
  usedBy: everybody,
})

export const gateway = (
  meaning: string,
  usedBy: readonly SettingUser[],
  example?: string,
): SettingNote => ({
  section: 'Addresses and secrets of the gateway',
  meaning,
  usedBy,
  ...present({ example }),
})

export const provider = (meaning: string, example?: string): SettingNote => ({
  section: 'Providers',
  meaning,
  usedBy: payers,
  ...present({ example }),
})

/** Of what merchants make us call. */
export const called = (meaning: string, example: string): SettingNote => ({
  ...provider(meaning, example),
  usedBy: ['api', 'worker', 'cli'],
})

export const worker = (meaning: string, example?: string): SettingNote => ({
  section: 'Workers',
  meaning,
  usedBy: ['worker'],
  ...present({ example }),
})

export const failpoints = (meaning: string): SettingNote => ({
  section: 'Fail points',
  meaning: `Tests only: ${meaning}`,
  usedBy: processes,
})

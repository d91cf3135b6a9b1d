export interface Entry {
  path: string
  ours?: readonly string[]
  except?: readonly string[]
  types?: readonly string[]
  packages?: readonly string[]
  node?: readonly string[] | 'any'
  separate?: boolean
  anything?: boolean
}

export const importTable: readonly Entry[]
export function entryOf(file: string): Entry | undefined
export function covers(allowed: string, target: string): boolean

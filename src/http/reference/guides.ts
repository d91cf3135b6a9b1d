import { readFile } from 'node:fs/promises'

/** The guides of `docs/guides`, in the order of reading. */
export const guides = [
  { name: 'first-payment', title: 'First payment' },
  { name: 'preauthorization', title: 'Preauthorization' },
  { name: 'three-d-secure', title: '3-D Secure' },
  { name: 'blik', title: 'BLIK' },
  { name: 'refunds', title: 'Refunds' },
  { name: 'tokens', title: 'Stored cards' },
  { name: 'notifications', title: 'Notifications' },
  { name: 'go-live', title: 'Going live' },
] as const

/** The text of a guide; undefined when there is none of that name. */
export async function readGuide(name: string): Promise<string | undefined> {
  const known = guides.some((guide) => guide.name === name)
  if (!known) return undefined
  return readFile(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8')
}

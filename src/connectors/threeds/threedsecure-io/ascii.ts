const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
}

/** The server takes plain ASCII alone: letters lose their marks, and what has no letter is left out. */
export const asciiOf = (text: string): string =>
  text
    .replace(/[łŁßæÆøØđĐ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/[^\x20-\x7E]/g, '')

/** Every text of a message, however deep. */
export function asciiIn<T>(value: T): T {
  if (typeof value === 'string') return asciiOf(value) as T
  if (Array.isArray(value)) return value.map(asciiIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, asciiIn(member)]),
  ) as T
}

/** Whether a text can be stored and sent on: whole characters and no NUL. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

const UNSTORABLE = /[\0\p{Cs}]/u

/** Whether nothing of a request's target, once decoded, is text that nothing can be stored under. */
export function isStorableTarget(target: string): boolean {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  try {
    return isStorable(decodeURIComponent(path)) && !query.includes('%00')
  } catch {
    return false
  }
}

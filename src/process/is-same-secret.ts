import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes the same time however much is right, and says nothing of the length: digests are compared. */
export const isSameSecret = (known: string, given: string): boolean =>
  timingSafeEqual(digest(known), digest(given))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

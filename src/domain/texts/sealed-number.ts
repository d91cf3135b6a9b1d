/** How a merchant's own number looks that was sealed because it might as well be a card number. */
export const SEALED_PREFIX = 'sealed_'

/** Letters only, as ids are: never to be taken for a card number. */
export const SEALED_LETTERS = 28

/** A new one each time: an expression that remembers where it stopped is nobody's to share. */
export const sealedNumbers = (): RegExp =>
  new RegExp(`${SEALED_PREFIX}([a-z]{${String(SEALED_LETTERS)}})`, 'g')

/**
 * What operators read in its place, who have no business with the number: what it is, and four letters
 * that tell one from another.
 */
export const nameSealed = (text: string): string =>
  text.includes(SEALED_PREFIX)
    ? text.replace(
        sealedNumbers(),
        (_, letters: string) => `[sealed number ${letters.slice(0, 4)}]`,
      )
    : text

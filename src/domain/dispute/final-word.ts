import type { Word } from './facts.ts'

/** The provider has decided; only a later stage can change it. */
export const isFinalWord = (word: Word | undefined): boolean =>
  word?.status === 'WON' || word?.status === 'LOST' || word?.status === 'WITHDRAWN'

/** Pictures that pages show, and what their files are called. Drawings that can hold a script are none. */
export const pictureTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const
export type PictureType = keyof typeof pictureTypes

/** What a logo may be at most, as bytes. */
export const MOST_LOGO_BYTES = 200_000

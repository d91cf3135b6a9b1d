/** `npm run test:long`: many more of what chance decides, for a night and not for a coffee. */
export const isLong = process.env.TEST_LONG === '1'

/** `npm test` without anything else: the deaths that matter most, and pages in one language. */
export const isShort = process.env.TEST_SHORT === '1'

/** `npm test -- --pictures`: what the pages look like is kept in test/artifacts. */
export const withPictures = process.env.TEST_PICTURES === '1'

/** So many of something: as many as a variable says, else by the kind of the run. */
export const countOf = (name: string, usual: number, long: number): number =>
  Number(process.env[name] ?? (isLong ? long : usual))

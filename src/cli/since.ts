import { InvalidArgumentError, Option } from 'commander'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `--since`, with a usual value that help shows as it would be given. */
export const sinceOption = (description: string, usual?: string): Option => {
  const option = new Option('--since <time>', description).argParser(moment)
  return usual === undefined ? option : option.default(moment(usual), usual)
}

/** A moment, told as a time or as how long ago it was. */
export function moment(text: string): Date {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? []
  const at = count ? new Date(Date.now() - Number(count) * (UNITS[unit] ?? 0)) : new Date(text)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('7d, 12h, 30m or a time')
  return at
}

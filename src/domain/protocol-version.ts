export interface VersionRange {
  start: string
  end: string
}

/** The range our own 3-D Secure server side speaks; no party may lead the choice outside it. */
export const serverRange: VersionRange = { start: '2.1.0', end: '2.2.0' }

/** The highest EMV 3-D Secure version inside every range; none: 3-D Secure is not possible. */
export const highestCommonVersion = (ranges: readonly VersionRange[]): string | undefined =>
  versions.findLast((version) =>
    [serverRange, ...ranges].every(
      ({ start, end }) =>
        compareVersions(start, version) <= 0 && compareVersions(version, end) <= 0,
    ),
  )

const versions = ['2.1.0', '2.2.0', '2.3.1']

/** Part by part as numbers ("2.10.0" is above "2.9.0"); NaN, thus in no range, when unreadable. */
export function compareVersions(left: string, right: string): number {
  const a = parts(left)
  const b = parts(right)
  if (!a || !b) return NaN
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function parts(version: string): [number, number, number] | undefined {
  const match = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

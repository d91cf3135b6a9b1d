import { percentiles } from '../measure.ts'

/** How long something took, looked at again and again; or why it did not come to an end. */
export interface Timed {
  name: string
  p50: number
  p95: number
  problem?: string
}

const LOOKS = 20

/** For each, where the operation says how many it was; what fails stands in the table as such. */
export async function timed(
  name: string,
  operation: () => Promise<unknown>,
  looks = LOOKS,
): Promise<Timed> {
  const took: number[] = []
  for (let look = 0; look < looks; look += 1) {
    const begun = performance.now()
    try {
      const count = await operation()
      took.push((performance.now() - begun) / (typeof count === 'number' ? count : 1))
    } catch (error) {
      return { name, p50: NaN, p95: NaN, problem: String(error) }
    }
  }
  const { p50, p95 } = percentiles(took)
  return { name, p50, p95 }
}

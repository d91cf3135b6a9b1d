/**
 * All that forbids a start, told at once, so that nobody mends one thing after the other.
 */
export class Refusals {
  readonly #problems: Error[] = []

  /** What the act gives, or nothing when it refuses. */
  async attempt<T>(act: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      this.#problems.push(error as Error)
      return undefined
    }
  }

  get any(): boolean {
    return this.#problems.length > 0
  }

  /** One is told as it is; several in the order in which they were met. */
  get asOne(): Error {
    const [first, ...more] = this.#problems
    if (first && more.length === 0) return first
    return new Error(this.#problems.map(({ message }) => message).join('\n'))
  }
}

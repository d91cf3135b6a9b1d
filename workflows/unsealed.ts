/**
 * What came in a payload that our codec did not seal for this workflow. Anybody who reaches the
 * Temporal server can send such a thing, so it is worth nothing, whatever it says.
 */
export class Unsealed {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

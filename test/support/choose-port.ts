import { PortReservations } from '../../src/stack/processes/port-reservations.ts'

/** A port that is free now, for whoever uses it at once. */
export async function choosePort(): Promise<number> {
  const reservations = new PortReservations()
  const port = await reservations.reserve(undefined)
  await reservations.releaseAll()
  return port
}

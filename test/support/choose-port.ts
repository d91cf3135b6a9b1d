import { PortReservations } from '../../src/stack/processes/port-reservations.ts'

/** A port that is free, and that no other test or stack chooses while this process lives. */
export async function choosePort(): Promise<number> {
  const reservations = new PortReservations()
  const port = await reservations.reserve(undefined)
  await reservations.releaseAll()
  return port
}

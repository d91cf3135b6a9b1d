import { PortReservations } from './port-reservations.ts'

export interface Ports {
  api: number
  operator: number
  sandbox: number
  temporal: number
  temporalUi: number
  temporalMetrics: number
  postgres: number
}

export const defaultPorts: Ports = {
  api: 8080,
  operator: 9090,
  sandbox: 8090,
  temporal: 7233,
  temporalUi: 8233,
  temporalMetrics: 9233,
  postgres: 5433,
}

/** A port that is free now, for whoever uses it at once. */
export async function choosePort(): Promise<number> {
  const reservations = new PortReservations()
  const port = await reservations.reserve(undefined)
  await reservations.releaseAll()
  return port
}

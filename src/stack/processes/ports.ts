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

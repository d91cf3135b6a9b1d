export interface Ports {
  api: number
  operator: number
  portal: number
  sandbox: number
  temporal: number
  temporalUi: number
  temporalMetrics: number
  postgres: number
}

/** Of one api process. */
export interface ApiPorts {
  port: number
  operatorPort: number
}

/** Of the merchants' portal. */
export interface PortalPorts {
  port: number
  metricsPort: number
}

export const defaultPorts: Ports = {
  api: 8080,
  operator: 9090,
  portal: 8082,
  sandbox: 8090,
  temporal: 7233,
  temporalUi: 8233,
  temporalMetrics: 9233,
  postgres: 5433,
}

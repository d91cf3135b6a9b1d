export interface Device {
  ip?: string
  name?: string
  browser?: Record<string, string | number | boolean>
}

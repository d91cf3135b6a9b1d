import { expect, test } from 'vitest'
import { atHome } from '../../src/reference/pages.ts'

test('guides name the addresses of this gateway, whatever its ports', () => {
  const text = 'export GATEWAY=http://127.0.0.1:8080, then http://127.0.0.1:8082/portal'
  expect(atHome(text, { api: 'http://127.0.0.1:18080/', portal: 'https://portal.example' })).toBe(
    'export GATEWAY=http://127.0.0.1:18080, then https://portal.example/portal',
  )
  expect(atHome(text, { api: 'https://api.example', portal: undefined })).toContain(':8082/portal')
})

import type { Erro } from './http.ts'

/** The error codes of EMV 3-D Secure, as ours. */
export const erros = {
  '101': 'refused',
  '102': 'refused',
  '103': 'refused',
  '201': 'refused',
  '202': 'refused',
  '203': 'refused',
  '204': 'refused',
  '301': 'unknownId',
  '302': 'refused',
  '303': 'refused',
  '304': 'refused',
  '305': 'refused',
  '306': 'refused',
  '402': 'unavailable',
  '403': 'unavailable',
  '404': 'unavailable',
  '405': 'unavailable',
} as const satisfies Record<string, 'refused' | 'unavailable' | 'unknownId'>

/** A code that is in no table authenticates nobody. */
export const meaningOf = ({ code }: Erro): 'refused' | 'unavailable' | 'unknownId' =>
  Object.hasOwn(erros, code) ? erros[code as keyof typeof erros] : 'refused'

/** A card that is in no range of a directory; which code says so is not published. */
export const isNotEnrolled = ({ code, component }: Erro): boolean =>
  ['203', '301', '305'].includes(code) && ['S', 'D'].includes(component)

/** Of a result: nobody knows such a name, any more or at all. */
export const isUnknownId = ({ code, words }: Erro): boolean =>
  code === '203' && /unknown threeDSServerTransID/i.test(words)

export const wordsOf = ({ code, words }: Erro): string => `Erro ${code} ${words}`.trim()

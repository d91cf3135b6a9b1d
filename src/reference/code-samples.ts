/** One call, as the samples in every language make it. */
export interface SampleCall {
  method: string
  url: string
  /** Undefined for calls that need none. */
  token?: string | undefined
  idempotencyKey?: string | undefined
  body?: unknown
}

export const languages = ['curl', 'TypeScript', 'PHP', 'Python'] as const
export type Language = (typeof languages)[number]

/** The same call in every language, with nothing but what the language brings along. */
export const codeSamples = (call: SampleCall): Record<Language, string> => ({
  curl: curl(call),
  TypeScript: typescript(call),
  PHP: php(call),
  Python: python(call),
})

function headersOf({ token, idempotencyKey, body }: SampleCall): [string, string][] {
  return [
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ...(idempotencyKey === undefined
      ? []
      : [['Idempotency-Key', idempotencyKey] as [string, string]]),
  ]
}

const method = (call: SampleCall): string => call.method.toUpperCase()
const json = (value: unknown): string => JSON.stringify(value, null, 2)
const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

function curl(call: SampleCall): string {
  const lines = [
    `curl -X ${method(call)} '${call.url}'`,
    ...headersOf(call).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(call.body === undefined ? [] : [`-d '${json(call.body).replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(' \\\n  ')
}

function typescript(call: SampleCall): string {
  const headers = Object.fromEntries(headersOf(call))
  const lines = [
    `const response = await fetch('${call.url}', {`,
    `  method: '${method(call)}',`,
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${indented(json(headers), 2)},`]),
    ...(call.body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(json(call.body), 2)}),`]),
    '})',
    'const answer = await response.json()',
    'console.log(response.status, answer)',
  ]
  return lines.join('\n')
}

function php(call: SampleCall): string {
  const headers = headersOf(call).map(([name, value]) => phpValue(`${name}: ${value}`, 0))
  const lines = [
    '<?php',
    `$call = curl_init('${call.url}');`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => '${method(call)}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(headers.length === 0 ? [] : [`    CURLOPT_HTTPHEADER => [${headers.join(', ')}],`]),
    ...(call.body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${phpValue(call.body, 4)}),`]),
    ']);',
    '$answer = json_decode(curl_exec($call), true);',
    'print_r($answer);',
  ]
  return lines.join('\n')
}

function phpValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return isList ? '[]' : 'new stdClass()'
  const pad = ' '.repeat(depth + 4)
  const lines = entries.map(([name, member]) => {
    const key = isList ? '' : `'${name}' => `
    return `${pad}${key}${phpValue(member, depth + 4)},`
  })
  return `[\n${lines.join('\n')}\n${' '.repeat(depth)}]`
}

function python(call: SampleCall): string {
  const headers = headersOf(call).map(([name, value]) => `    ${json(name)}: ${json(value)},`)
  const lines = [
    'import json',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${json(call.url)},`,
    `    method=${json(method(call))},`,
    ...(headers.length === 0 ? [] : [`    headers={\n    ${headers.join('\n    ')}\n    },`]),
    ...(call.body === undefined
      ? []
      : [`    data=json.dumps(${indented(pythonValue(call.body, 0), 4)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ]
  return lines.join('\n')
}

function pythonValue(value: unknown, depth: number): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return open + close
  const pad = ' '.repeat(depth + 4)
  const lines = entries.map(
    ([name, member]) =>
      `${pad}${isList ? '' : `${JSON.stringify(name)}: `}${pythonValue(member, depth + 4)},`,
  )
  return `${open}\n${lines.join('\n')}\n${' '.repeat(depth)}${close}`
}

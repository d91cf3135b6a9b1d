import { dirname, relative, resolve, sep } from 'node:path'
import { covers, entryOf } from './import-table.js'

/** Refuses an import that the table does not allow; `root` is where the table's paths begin. */
export const importRule = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: { root: { type: 'string' } },
        required: ['root'],
        additionalProperties: false,
      },
    ],
    messages: {
      refused: '{{from}} may not import {{target}}',
      typeOnly: '{{from}} may import {{target}} with `import type` only',
      apart: 'the folders of {{from}} may not import each other',
      unknown: '{{file}} is in no folder of test/lint/import-table.js',
    },
  },

  create(context) {
    const { root } = context.options[0]
    const file = toPath(relative(root, context.filename))
    const entry = entryOf(file)
    if (file.startsWith('..') || entry?.anything) return {}
    if (entry === undefined) {
      if (!/^(src|workflows|activities|worker)\//.test(file)) return {}
      return { Program: (node) => context.report({ node, messageId: 'unknown', data: { file } }) }
    }
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return
      const target = targetOf(node.source.value, root, context.filename)
      const messageId = verdict(entry, file, target, isTypeOnly(node))
      if (messageId) context.report({ node, messageId, data: { from: entry.path, target } })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

function verdict(entry, file, target, typeOnly) {
  if (target.startsWith(entry.path)) {
    return entry.separate && areApart(entry, file, target) ? 'apart' : undefined
  }
  if (isAllowed(entry, target)) return undefined
  if (!(entry.types ?? []).some((allowed) => covers(allowed, target))) return 'refused'
  return typeOnly ? undefined : 'typeOnly'
}

function isAllowed(entry, target) {
  if (target.startsWith('node:')) {
    return entry.node === 'any' || (entry.node ?? []).includes(target.slice('node:'.length))
  }
  const allowed = longest([...(entry.ours ?? []), ...(entry.packages ?? [])], target)
  return allowed > longest(entry.except ?? [], target)
}

/** The length of the longest path that covers the target; 0 when none does. */
function longest(paths, target) {
  return Math.max(0, ...paths.filter((path) => covers(path, target)).map(({ length }) => length))
}

function areApart(entry, file, target) {
  const ofFile = childOf(entry, file)
  const ofTarget = childOf(entry, target)
  return ofFile !== undefined && ofTarget !== undefined && ofFile !== ofTarget
}

function childOf(entry, path) {
  const [child, ...rest] = path.slice(entry.path.length).split('/')
  return rest.length > 0 ? child : undefined
}

function targetOf(source, root, filename) {
  if (!source.startsWith('.')) return source
  return toPath(relative(root, resolve(dirname(filename), source)))
}

function isTypeOnly(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  return (
    node.type === 'ImportDeclaration' &&
    node.specifiers.length > 0 &&
    node.specifiers.every((specifier) => specifier.importKind === 'type')
  )
}

function toPath(path) {
  return path.split(sep).join('/')
}

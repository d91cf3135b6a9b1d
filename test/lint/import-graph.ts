import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface Import {
  /** A file of ours, a package, or a module of Node (`node:…`). */
  target: string
  typeOnly: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What every source file imports, types and `import()` included. */
export function importGraph(): Map<string, Import[]> {
  const listed = execFileSync(
    'git',
    ['ls-files', 'src', 'workflows', 'activities', 'worker', 'sdk'],
    { cwd: root, encoding: 'utf8' },
  ).split('\n')
  const files = listed.filter((file) => /\.(m?ts|tsx|mjs)$/.test(file) && existsSync(root + file))
  return new Map(files.map((file) => [file, importsOf(file)]))
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(root + file, 'utf8'),
    ts.ScriptTarget.Latest,
  )
  const imports: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteral(specifier))
      imports.push({ target: targetOf(file, specifier.text), typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

function targetOf(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

/** Groups that reach each other, by Tarjan; each is a circle or several that touch. */
export function circles(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    let low = order.size
    order.set(node, low)
    lowest.set(node, low)
    path.push(node)
    const own = low
    for (const next of arrows.get(node) ?? []) {
      if (!arrows.has(next)) continue
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (path.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    lowest.set(node, low)
    if (low === own) {
      const group = path.splice(path.indexOf(node))
      if (group.length > 1) found.push(group.sort())
    }
    return low
  }
  for (const node of arrows.keys()) if (!order.has(node)) visit(node)
  return found.sort()
}

import { defineConfig } from 'eslint/config'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'
import { importRule } from './test/lint/import-rule.js'
import { optionalMemberRule } from './test/lint/optional-member-rule.js'

const browserGlobals = [
  ...['window', 'document', 'location', 'history', 'navigator', 'screen', 'self', 'top', 'parent'],
  ...['name', 'event', 'status', 'origin', 'length', 'close', 'open', 'stop', 'print', 'find'],
]

/** One way to write each thing; a block that adds to these repeats them. */
const oneWay = [
  {
    selector: 'CallExpression[callee.property.name="query"][callee.object.name=/handle/i]',
    message: 'A workflow that runs is not asked: read its history (docs/decisions/0019).',
  },
  {
    selector: 'ImportSpecifier[importKind="type"], ExportSpecifier[exportKind="type"]',
    message: 'Types have a statement of their own: an inline type still loads the module.',
  },
  {
    selector: 'VariableDeclarator[init.callee.name="statement"][id.name!=/^[A-Z][A-Z_]*$/]',
    message: 'A statement is a constant: UPPER_CASE.',
  },
  {
    selector:
      'CallExpression[callee.name="statement"] > Literal:first-child[value!=/^[a-z0-9_]+$/]',
    message: 'Names of statements are snake_case.',
  },
  {
    selector: ':matches(ObjectExpression > SpreadElement, JSXSpreadAttribute) > ObjectExpression',
    message: 'Members stand in the object itself, each where it belongs.',
  },
  {
    selector:
      'ObjectExpression > SpreadElement > ConditionalExpression > ObjectExpression[properties.length=0]',
    message: 'Members that depend are written ...(condition && { … }), or ...present({ … }).',
  },
  {
    selector: 'ObjectPattern[typeAnnotation.typeAnnotation.typeName.name="Services"]',
    message: "Who takes a few services says which: Uses<'payments' | 'ids'>.",
  },
]

/** A bare one ends the process when its session ends between two queries. */
const quietConnections = {
  selector: 'NewExpression[callee.property.name="Client"][callee.object.name="pg"]',
  message: 'Make a Connection (src/postgres/connection.ts): its loss ends no process.',
}

/** With the product's time-outs a test breaks where its machine stands still for seconds. */
const impatient = {
  selector: 'CallExpression[callee.name="createDbPool"]',
  message: 'Use openPool (test/support/open-pool.ts): it waits as long as a test does.',
}

/** All SQL is in src/postgres, and that of the vault's own schema in src/vault. */
const noSql = ['Literal[value=SQL]', 'TemplateElement[value.raw=SQL]'].map((selector) => ({
  selector: selector.replace('SQL', '/^\\s*(select|insert into|delete from|update \\S+ set)\\s/i'),
  message: 'SQL lives in src/postgres.',
}))

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      '.tollgate/',
      'dist/',
      'coverage/',
      'test/artifacts/',
      '**/vendor/',
      'sdk/typescript/src/generated/',
      '**/.*',
    ],
  },
  // What asks for types is in .oxlintrc.json: the compiler in Go answers in a sixth of the time.
  tseslint.configs.strict,
  {
    plugins: {
      regexp,
      ours: { rules: { imports: importRule, 'optional-members': optionalMemberRule } },
    },
    rules: {
      // An expression that a long text makes slow is a way to stop the process.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
      'ours/imports': ['error', { root: import.meta.dirname }],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 70 }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...oneWay, quietConnections],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    // Only the page's island and the documents' script run in a browser; elsewhere these names are mistakes that compile.
    ignores: [
      'src/checkout/island/**',
      'src/reference/*.js',
      'src/look/browser/**',
      'src/portal/browser/**',
      'test/**',
    ],
    rules: { 'no-restricted-globals': ['error', ...browserGlobals] },
  },
  {
    ignores: ['src/postgres/**', 'src/vault/**', 'src/stack/**', 'test/**'],
    rules: { 'no-restricted-syntax': ['error', ...oneWay, quietConnections, ...noSql] },
  },
  {
    // The simulators share no code with the gateway, and tests write what is shortest.
    files: ['src/**', 'activities/**', 'workflows/**', 'worker/**'],
    ignores: ['src/sandbox/**'],
    rules: { 'ours/optional-members': 'error' },
  },
  {
    files: ['workflows/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...oneWay,
        quietConnections,
        ...noSql,
        {
          selector: 'CallExpression[callee.name=/^proxy(Local)?Activities$/] > ObjectExpression',
          message: 'Timeouts and retries have names: take one from workflows/options.ts.',
        },
      ],
    },
  },
  {
    files: ['test/**'],
    // The helper itself, and a process that is the product with all of its impatience.
    ignores: ['test/support/open-pool.ts', 'test/postgres/storm/keep-working.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneWay, impatient] },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': 'off',
      // Tests read answers that only the assertions give a shape.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // These speak to a terminal.
    files: ['src/stack/**', 'src/cli/**', 'test/run/**', 'test/support/**', 'test/replay/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
)

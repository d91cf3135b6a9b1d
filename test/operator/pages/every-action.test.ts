import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { approvalAction } from '../../../src/operator/pages/approvals-page.tsx'
import { resendAction, resumeAction } from '../../../src/operator/pages/notifications-page.tsx'
import { allCommands } from '../../../src/desk/all-commands.ts'
import { paymentInstructions } from '../../../src/desk/payments/instructions.ts'
import { settlementAction } from '../../../src/operator/pages/settlement-page.tsx'
import type { BalanceApproval } from '../../../src/postgres/approvals.ts'
import { commandPaths } from '../../support/command-paths.ts'

const guide = readFileSync('docs/operators/README.md', 'utf8')

const changes = allCommands.map(({ name }) => name)

const approval = {
  id: 'approval',
  merchantId: 'shop',
  paymentId: null,
  reason: 'why',
  requestedBy: 'anna',
  command: { name: 'payout', merchantId: 'shop', amountMinor: 1, currency: 'PLN', reference: 'r' },
} as unknown as BalanceApproval

const offered = [
  ...Object.values(paymentInstructions).map(({ command }) => command.name),
  ...[
    settlementAction(undefined),
    resendAction('payment'),
    resumeAction('shop'),
    approvalAction(approval, 'approve'),
    approvalAction(approval, 'refuse'),
  ].map((action) => action?.command.name ?? ''),
]

const [, table = ''] = /\| Left to the command line \|.*?\n((?:\|.*\n)+)/.exec(guide) ?? []
const rows = table.split('\n').filter((row) => row.startsWith('| `'))
const left = rows.flatMap((row) =>
  [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
)

test('what a command changes is on a page, or the guide says why it is not', () => {
  expect(changes.filter((path) => !offered.includes(path) && !left.includes(path))).toEqual([])
  expect(offered.filter((path) => left.includes(path))).toEqual([])
})

test('the pages and the guide name no command that there is not', () => {
  const known = commandPaths()
  expect([...offered, ...left].filter((path) => !known.includes(path))).toEqual([])
  for (const row of rows) expect(row.split('|')[2]?.trim().length, row).toBeGreaterThan(20)
})

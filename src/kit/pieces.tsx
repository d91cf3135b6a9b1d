import type { ComponentChildren } from 'preact'
import { Table } from './parts.tsx'
import type { Cell } from './parts.tsx'

const NOTHING = { nothing: 'none' }

/** What is said in rows; a table without any says so. */
export const Rows = ({ head, rows }: { head: readonly string[]; rows: readonly Cell[][] }) => (
  <Table t={NOTHING} caption={head.join(', ')} head={head} rows={rows} />
)

export const Fold = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <details>
    <summary>{title}</summary>
    {children}
  </details>
)

export const Json = ({ value }: { value: unknown }) => <pre>{JSON.stringify(value, null, 1)}</pre>

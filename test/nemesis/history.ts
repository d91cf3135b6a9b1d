import type { Case } from './rules/rule.ts'
import { readNote } from './rules/rule.ts'

/** Commands, answers, books and mail about one subject, oldest first. */
export function historyOf(subject: string, found: Case): string[] {
  const id = found.endsOfOrder(subject)[0]?.id ?? subject
  const order = found.endOf(subject)?.extOrderId ?? subject
  const commands = [...new Set([...found.commandsOf(id), ...found.createsOfOrder(order)])]
  const lines = [
    ...commands.flatMap(({ name, key, amountMinor, sentAt, answers }) => [
      { at: sentAt, text: `→ ${name} ${amountMinor ?? ''} ${key === undefined ? 'no key' : key}` },
      ...answers.map(({ at, status, body }) => ({
        at,
        text: `← ${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`,
      })),
    ]),
    ...found
      .booksOf(id)
      .map(({ receivedAt, operation, reference, ...row }) => ({
        at: Date.parse(receivedAt),
        text: `  provider: ${operation} ${reference} ${row.amountMinor} ${row.result}${row.processed ? ', done' : ''}`,
      })),
    ...found.notesOf(id).map(({ receivedAt, text, answered }) => {
      const { sequence, status, transId = '' } = readNote(text)
      return {
        at: Date.parse(receivedAt),
        text: `  told: ${sequence} ${status} ${transId}, answered ${answered}`,
      }
    }),
  ]
  const end = found.endOf(id)
  return [
    ...lines
      .sort((a, b) => a.at - b.at)
      .map(({ at, text }) => `${new Date(at).toISOString().slice(11, 23)} ${text}`),
    ...(end ? [`in the end: ${JSON.stringify(end)}`] : []),
  ]
}

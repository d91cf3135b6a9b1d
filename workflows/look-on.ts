import type { JournalEntry } from '../src/domain/actor/entry.ts'

/** A review that runs a history again hears here of decisions that are part of no offer. */
export const lookOn: { decided(line: JournalEntry<unknown>): void } = { decided: () => undefined }

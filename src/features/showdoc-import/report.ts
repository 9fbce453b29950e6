import type { z } from 'zod'
import type { ShowdocReport } from '#shared/contract/showdoc.ts'

/** What an import of a site did, or would do. */
export type SiteReport = z.input<typeof ShowdocReport>

/** What is counted. */
export type ReportKind = SiteReport['kinds'][number]['kind']

/** What happened to a row. */
export type RowOutcome = 'added' | 'changed' | 'same' | 'left'

/** Why something is not exactly as it was, or did not come. */
type NoteReason = SiteReport['notes'][number]['reason']

const namesMost = 20
const nameLength = 120

/** Counts what an import does, and collects what the person who imports has to know. */
export class ReportBuilder {
  readonly #kinds = new Map<ReportKind, Record<RowOutcome, number>>()
  readonly #notes = new Map<NoteReason, { count: number; names: string[] }>()

  count(kind: ReportKind, outcome: RowOutcome, by = 1): void {
    const counts = this.#kinds.get(kind) ?? { added: 0, changed: 0, same: 0, left: 0 }
    counts[outcome] += by
    this.#kinds.set(kind, counts)
  }

  note(reason: NoteReason, name: string, by = 1): void {
    const note = this.#notes.get(reason) ?? { count: 0, names: [] }
    note.count += by
    const shown = name.length > nameLength ? `${name.slice(0, nameLength).toWellFormed()}…` : name
    if (shown !== '' && note.names.length < namesMost && !note.names.includes(shown)) note.names.push(shown)
    this.#notes.set(reason, note)
  }

  build(source: SiteReport['source']): SiteReport {
    return {
      source,
      kinds: [...this.#kinds].map(([kind, counts]) => ({ kind, ...counts })),
      notes: [...this.#notes].map(([reason, note]) => ({ reason, ...note })),
    }
  }
}

import { showdocChanges } from '#shared/contract/showdoc.ts'
import { type Lang, showdocTexts } from '#src/core/i18n.ts'
import type { RowOutcome, SiteReport } from './report.ts'

const outcomes: readonly RowOutcome[] = ['added', 'changed', 'same', 'left']

// A Chinese character is as wide as two others.
const width = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0)
const padded = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)))

/** Returns a report as lines for a terminal. */
export function reportLines(report: SiteReport, lang: Lang): string[] {
  const texts = showdocTexts(lang)
  const head = [texts.headings.kind, ...outcomes.map((one) => texts.outcomes[one])]
  const rows = report.kinds.map((counts) => [texts.kinds[counts.kind], ...outcomes.map((one) => String(counts[one]))])
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => width(row[at] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? padded(cell, widths[0] ?? 0) : ' '.repeat((widths[at] ?? 0) - width(cell)) + cell))
      .join('  ')
  const isChange = (reason: string) => (showdocChanges as readonly string[]).includes(reason)
  const notes = (isWanted: (reason: string) => boolean, heading: string) => {
    const wanted = report.notes.filter(({ reason }) => isWanted(reason))
    if (wanted.length === 0) return []
    return [
      '',
      `${heading}:`,
      ...wanted.flatMap(({ reason, count, names }) => [
        `- ${texts.reasons[reason]}: ${count}`,
        ...names.map((name) => `    ${name}`),
        ...(count > names.length && names.length > 0 ? ['    …'] : []),
      ]),
    ]
  }
  return [
    line(head),
    ...rows.map(line),
    ...notes(isChange, texts.headings.changes),
    ...notes((reason) => !isChange(reason), texts.headings.losses),
  ]
}

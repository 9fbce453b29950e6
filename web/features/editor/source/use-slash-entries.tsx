import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type InsertEntry, type PartId, partIds, partKeywords, parts, today } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { setHeading } from './commands.ts'
import { calloutKinds, insertCallout, insertInlineText } from './insert-commands.ts'
import { type Format, formats, inserts } from './source-keys.ts'
import { type SlashEntry, typeAndSuggest } from './suggestions.ts'
import { useSourceLabels } from './use-source-labels.ts'

/** Returns the entries of the `/` menu: every part of a page, and the other insertable entries. */
export function useSlashEntries(chooseImages: () => void, more: readonly InsertEntry[]): SlashEntry[] {
  const { t } = useTranslation('source-editor')
  const { insert: words } = useSourceLabels('')
  const apply = (command: StateCommand) => (view: EditorView) => void command(view)
  const of = ({ run }: Format) => apply(run(words))
  const [note, tip, important, warning, danger] = calloutKinds.map((kind) => apply(insertCallout(kind, words)))
  const runs: Record<PartId, ((view: EditorView) => void) | undefined> = {
    text: apply(setHeading(0)),
    heading1: apply(setHeading(1)),
    heading2: apply(setHeading(2)),
    heading3: apply(setHeading(3)),
    heading4: apply(setHeading(4)),
    heading5: apply(setHeading(5)),
    heading6: apply(setHeading(6)),
    bullet: of(formats.bullet),
    ordered: of(formats.ordered),
    task: of(formats.task),
    quote: of(formats.quote),
    table: of(formats.table),
    codeBlock: of(formats.codeBlock),
    image: chooseImages,
    link: of(formats.link),
    mermaid: of(inserts.mermaid),
    math: of(inserts.math),
    mathInline: of(inserts.mathInline),
    calloutNote: note,
    calloutTip: tip,
    calloutImportant: important,
    calloutWarning: warning,
    calloutDanger: danger,
    rule: of(inserts.rule),
    contents: of(inserts.contents),
    footnote: of(inserts.footnote),
    details: of(inserts.details),
    html: of(inserts.html),
    person: typeAndSuggest('@'),
    date: apply(insertInlineText(today())),
  }
  const own = partIds.flatMap((id): SlashEntry[] => {
    const { icon, hint } = parts[id]
    const run = runs[id]
    return run ? [{ id, label: t(`part.${id}`), icon, hint, words: partKeywords(id), run }] : []
  })
  const helpers = more.map(({ id, label, icon, words: found = [id], run }) => ({
    id,
    label,
    icon,
    words: found.join(' '),
    run: () => run(),
  }))
  return [...own, ...helpers]
}

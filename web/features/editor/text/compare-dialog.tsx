import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { DiffPart, MarkerLabels } from '#shared/text-diff/merge.ts'
import { createSourceView, type SourceView, useSourceLabels } from '#web/features/editor/source/index.tsx'
import { pairLines } from '#web/lib/diff/pairs.ts'
import { type DiffSegment, diffWords } from '#web/lib/diff/words.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, OkIcon } from '#web/ui/icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import styles from './compare-dialog.module.css'
import type { Compared } from './comparison.ts'
import { type MergeConflicts, useMergeConflicts } from './use-merge-conflicts.ts'

/** One side of a comparison. */
interface ComparedText {
  label: string
  text: string
  /** The label of the button that takes this text. */
  use: string
}

/** The editable result of a comparison. */
function MergeResult(props: {
  start: string
  /** Receives the editor once it is ready. */
  onReady: (source: SourceView) => void
  onEdit: () => void
}) {
  const { start, onReady, onEdit } = props
  const { t } = useTranslation('page-editor')
  const words = useSourceLabels(t('merge.resultLabel'))
  const parent = useRef<HTMLDivElement>(null)
  const made = useRef<SourceView>(undefined)
  const latest = useRef({ words, onReady, onEdit })
  useEffect(() => {
    latest.current = { words, onReady, onEdit }
  })
  useEffect(() => {
    if (!parent.current) return
    const source = createSourceView(parent.current, {
      text: start,
      labels: latest.current.words,
      onChange: () => latest.current.onEdit(),
    })
    made.current = source
    latest.current.onReady(source)
    return source.destroy
  }, [start])
  const { label } = words
  // labels change with the language, as they did at the first load
  useEffect(() => made.current?.setLabels({ ...latest.current.words, label }), [label])
  return (
    <section className={styles.column} aria-label={t('merge.result')}>
      <h3 className={styles.head}>{t('merge.result')}</h3>
      <div ref={parent} className={styles.result} />
    </section>
  )
}

/** Moves from one conflict to the next, and resolves each. */
function ConflictBar({ clashes: conflicts }: { clashes: MergeConflicts }) {
  const { t } = useTranslation('page-editor')
  const { left, at, go, take } = conflicts
  if (left === 0) {
    return (
      <p className={styles.bar} role="status">
        <OkIcon />
        {t('merge.decided')}
      </p>
    )
  }
  return (
    <div className={styles.bar} role="group" aria-label={t('merge.places')}>
      <IconButton label={t('merge.previous')} shortcut="alt+pageup" onClick={() => go(-1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('merge.next')} shortcut="alt+pagedown" onClick={() => go(1)}>
        <ChevronDownIcon />
      </IconButton>
      <span className={styles.count} role="status">
        {at > 0 ? t('merge.place', { at, count: left }) : t('merge.left', { count: left })}
      </span>
      <span className={styles.sides}>
        {(['theirs', 'mine', 'both'] as const).map((side, index) => (
          <Tooltip key={side} text={t(`merge.take.${side}`)} shortcut={`alt+${index + 1}`}>
            <Button size="s" disabled={at === 0} onClick={() => take(side)}>
              {t(`merge.take.${side}`)}
            </Button>
          </Tooltip>
        ))}
      </span>
    </div>
  )
}

/** The number of unchanged lines that stay visible around a difference. */
const around = 3

/** The number of one side's own lines that are rendered at once; the others are rendered on demand. */
const drawnAtOnce = 200

/** A run of lines of a column. */
interface DiffSection {
  id: string
  kind: 'line' | 'own' | 'gap'
  lines: string[]
  /** The index of its first line in the text, from 0. */
  from: number
  /**
   * The differences inside each line, compared with the line next to it; undefined for a line without a counterpart.
   */
  marks?: (DiffSegment[] | undefined)[]
}

/** Computes what is marked in the lines of one side, compared with the lines of the other side. */
function marksOf(
  own: readonly string[],
  other: readonly string[],
  side: 'mine' | 'theirs',
): (DiffSegment[] | undefined)[] {
  const marks: (DiffSegment[] | undefined)[] = own.map(() => undefined)
  const [olds, news] = side === 'theirs' ? [own, other] : [other, own]
  for (const [oldAt, newAt] of pairLines(olds, news)) {
    const [oldLine, newLine] = [olds[oldAt], news[newAt]]
    if (oldLine === undefined || newLine === undefined) continue
    const found = diffWords(oldLine, newLine)
    if (found) marks[side === 'theirs' ? oldAt : newAt] = side === 'theirs' ? found.old : found.new
  }
  return marks
}

/** Splits a section into parts that are rendered at once; the rest stays folded until it is opened. */
function inPieces(shown: DiffSection, open: ReadonlySet<string>): DiffSection[] {
  const { id, lines, from, marks } = shown
  if (lines.length <= drawnAtOnce || open.has(id)) return [shown]
  return [
    { ...shown, lines: lines.slice(0, drawnAtOnce), ...(marks && { marks: marks.slice(0, drawnAtOnce) }) },
    { id, kind: 'gap', lines: lines.slice(drawnAtOnce), from: from + drawnAtOnce },
  ]
}

/** Builds the sections that a column shows: its own lines with the differing words, long unchanged passages folded. */
function buildDiffSections(
  parts: readonly DiffPart[],
  side: 'mine' | 'theirs',
  open: ReadonlySet<string>,
): DiffSection[] {
  let next = 0
  return parts.flatMap(({ kind, lines }, at): DiffSection[] => {
    const id = String(at)
    const from = next
    if (kind === side) {
      next += lines.length
      const neighbour = side === 'theirs' ? parts[at + 1] : parts[at - 1]
      const isPair = neighbour && neighbour.kind !== 'same' && neighbour.kind !== side
      const marks = isPair ? marksOf(lines, neighbour.lines, side) : undefined
      return inPieces({ id, kind: 'own', lines, from, ...(marks && { marks }) }, open)
    }
    if (kind !== 'same') return []
    next += lines.length
    if (lines.length <= around * 2 + 2) return [{ id, kind: 'line', lines, from }]
    if (open.has(id)) return inPieces({ id: `${id}all`, kind: 'line', lines, from }, open)
    const head = at === 0 ? 0 : around
    const tail = at === parts.length - 1 ? 0 : around
    return [
      { id: `${id}a`, kind: 'line', lines: lines.slice(0, head), from },
      { id, kind: 'gap', lines: lines.slice(head, lines.length - tail), from: from + head },
      { id: `${id}b`, kind: 'line', lines: lines.slice(lines.length - tail), from: from + lines.length - tail },
    ]
  })
}

function Lines({ shown, side, sign }: { shown: DiffSection; side: 'mine' | 'theirs'; sign: string }) {
  const { t } = useTranslation('page-editor')
  const { kind, lines, from, marks } = shown
  return (
    <div className={styles.part} data-kind={kind} data-side={side} data-from={from}>
      {kind === 'own' && <span className="visually-hidden">{t('merge.only')}</span>}
      {lines.map((line, at) => (
        // lines have no identity other than their position
        <div key={at} className={styles.line} data-sign={kind === 'own' ? sign : ' '}>
          {marks?.[at]?.map((mark, place) => (mark.changed ? <mark key={place}>{mark.text}</mark> : mark.text)) ??
            (line || ' ')}
        </div>
      ))}
    </div>
  )
}

/** Shows one text of a comparison: its own lines and words are marked, long unchanged passages are folded. */
function DiffColumn(props: { label: string; side: 'mine' | 'theirs'; parts: readonly DiffPart[] }) {
  const { label, side, parts } = props
  const { t } = useTranslation('page-editor')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => buildDiffSections(parts, side, open), [parts, side, open])
  const sign = side === 'mine' ? '+' : '−'
  return (
    <div className={styles.column}>
      <h3 className={styles.head}>{label}</h3>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.lines} tabIndex={0} aria-label={label} data-column={side}>
        {shown.map((one) =>
          one.kind === 'gap' ? (
            <button
              key={`gap${one.id}`}
              type="button"
              className={styles.gap}
              data-from={one.from}
              onClick={() => setOpen(new Set([...open, one.id]))}
            >
              {t('merge.folded', { count: one.lines.length, lines: formatCount(one.lines.length) })}
            </button>
          ) : (
            <Lines key={one.id} shown={one} side={side} sign={sign} />
          ),
        )}
      </section>
    </div>
  )
}

/** Shows two texts side by side and, between them, the merged result. */
export function CompareDialog(props: {
  title: string
  note: ReactNode
  compared: Compared
  /** The labels of the conflict markers in the result. */
  marks: MarkerLabels
  theirs: ComparedText
  mine: ComparedText
  /** The initial text of the result. */
  start: string
  /** A note about the result. */
  hint?: ReactNode
  /** The label of the primary button. */
  action: string
  /** @returns the reason why the result cannot be used, if there is one */
  onAction: (text: string) => string | undefined
  onClose: () => void
  /** Called instead of `onAction` when the result equals their text exactly. */
  onTheirs?: () => void
}) {
  const { title, note, compared, marks, theirs, mine, start, hint, action, onAction, onClose, onTheirs } = props
  const { t } = useTranslation('page-editor')
  const [error, setError] = useState<string>()
  const result = useRef<SourceView>(undefined)
  const [isEdited, setEdited] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const nameConflicts = useMergeConflicts({ compared, marks, start, result, columns })
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const apply = () => {
    const text = result.current?.view.state.doc.toString() ?? start
    if (onTheirs && text === theirs.text.replace(/\r\n?/g, '\n')) return onTheirs()
    const saveError = onAction(text)
    setError(saveError)
    if (saveError) nameConflicts.go(1)
  }
  const use = (text: string) => {
    result.current?.write(text)
    setError(undefined)
  }
  return (
    <Dialog
      open
      size="full"
      title={title}
      note={note}
      dirty={isEdited}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('merge.later')}</Button>
          <Button onClick={() => use(theirs.text)}>{theirs.use}</Button>
          <Button onClick={() => use(mine.text)}>{mine.use}</Button>
          <Button variant="primary" onClick={apply}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.frame}>
        <div className={styles.notes} ref={box}>
          {hint && <Banner tone="info">{hint}</Banner>}
          {error && <Banner tone="danger">{error}</Banner>}
        </div>
        {nameConflicts.total > 0 && <ConflictBar clashes={nameConflicts} />}
        <div className={styles.columns} ref={columns}>
          <DiffColumn label={theirs.label} side="theirs" parts={compared.parts} />
          <MergeResult
            start={start}
            onReady={(source) => {
              result.current = source
              nameConflicts.begin()
            }}
            onEdit={() => {
              setEdited(true)
              setError(undefined)
              nameConflicts.count()
            }}
          />
          <DiffColumn label={mine.label} side="mine" parts={compared.parts} />
        </div>
      </div>
    </Dialog>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SourceView } from '#web/features/source-editor/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './compare-dialog.module.css'
import type { Compared } from './comparison.ts'
import { ConflictBar } from './conflict-bar.tsx'
import { DiffColumn } from './diff-column.tsx'
import { MergeResult } from './merge-result.tsx'
import type { MarkerLabels } from './merge-tools.ts'
import { useMergeConflicts } from './use-merge-conflicts.ts'

/** One of the two texts that are compared. */
export interface ComparedText {
  label: string
  text: string
  /** What its button says. */
  use: string
}

/** Two texts beside one another and, between them, what they are to become. */
export function CompareDialog(props: {
  title: string
  note: ReactNode
  compared: Compared
  /** What marks the places in the result that both sides changed. */
  marks: MarkerLabels
  theirs: ComparedText
  mine: ComparedText
  /** What the result begins with. */
  start: string
  /** What is to be known of it. */
  hint?: ReactNode
  /** The verb of the primary button. */
  action: string
  /** @returns what speaks against the result, if anything */
  onAction: (text: string) => string | undefined
  onClose: () => void
  /** Called in place of `onAction` when the result is exactly their text. */
  onTheirs?: () => void
}) {
  const { title, note, compared, marks, theirs, mine, start, hint, action, onAction, onClose, onTheirs } = props
  const { t } = useTranslation('page-editor')
  const [error, setError] = useState<string>()
  const result = useRef<SourceView>(undefined)
  const [isEdited, setEdited] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const clashes = useMergeConflicts({ compared, marks, start, result, columns })
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const apply = () => {
    const text = result.current?.view.state.doc.toString() ?? start
    if (onTheirs && text === theirs.text.replace(/\r\n?/g, '\n')) return onTheirs()
    const refused = onAction(text)
    setError(refused)
    if (refused) clashes.go(1)
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
        {clashes.total > 0 && <ConflictBar clashes={clashes} />}
        <div className={styles.columns} ref={columns}>
          <DiffColumn label={theirs.label} side="theirs" parts={compared.parts} />
          <MergeResult
            start={start}
            onReady={(source) => {
              result.current = source
              clashes.begin()
            }}
            onEdit={() => {
              setEdited(true)
              setError(undefined)
              clashes.count()
            }}
          />
          <DiffColumn label={mine.label} side="mine" parts={compared.parts} />
        </div>
      </div>
    </Dialog>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SourceView } from '#web/features/editor/source/index.tsx'
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

/** One side of a comparison. */
export interface ComparedText {
  label: string
  text: string
  /** The label of the button that takes this text. */
  use: string
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

import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Button } from './button.tsx'
import styles from './drop-zone.module.css'
import { ImportIcon } from './icons.ts'

const hasFiles = (event: DragEvent) => [...event.dataTransfer.types].includes('Files')

/** A place to drop files on, with a button that chooses them; says what is taken before anything is chosen. */
export function DropZone(props: {
  /** What may be dropped, in one line. */
  label: ReactNode
  /** The same where a finger points and nothing can be dropped: what may be chosen. */
  touchLabel: ReactNode
  /** What is taken and how much of it: «Up to 4 MB a file». */
  limit?: ReactNode
  /** As in an `accept` attribute; what is dropped is not held to it. */
  accept?: string
  multiple?: boolean
  /** The words on the button, when «Choose a file» does not say enough. */
  action?: string
  /** Lower, for drawers and above lists. */
  compact?: boolean
  busy?: boolean
  onFiles: (files: File[]) => void
}) {
  const { label, touchLabel, limit, accept, multiple = false, action, compact, busy = false, onFiles } = props
  const { t } = useTranslation('upload')
  const isTouch = useMedia('(pointer: coarse)')
  const [over, setOver] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const limitId = useId()
  const words = action ?? t(multiple ? 'chooseMany' : 'choose')
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0 && !busy) onFiles(files)
  }
  const drag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const limits = limit && (
    <p id={limitId} className={styles.limit}>
      {limit}
    </p>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's
    <div
      className={styles.zone}
      data-over={over || undefined}
      data-compact={compact || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ImportIcon data-size={compact ? '20' : '32'} />
      <div className={styles.words}>
        <p className={styles.label}>{isTouch ? touchLabel : label}</p>
        {compact && limits}
      </div>
      <Button
        variant={compact ? 'default' : 'primary'}
        busy={busy}
        aria-describedby={limit ? limitId : undefined}
        onClick={() => box.current?.click()}
      >
        {words}
      </Button>
      {!compact && limits}
      <input
        ref={box}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={words}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = '' // so that the same file may be chosen again
        }}
      />
    </div>
  )
}

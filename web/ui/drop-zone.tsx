import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Button } from './button.tsx'
import styles from './drop-zone.module.css'
import { ImportIcon } from './icons.ts'

const hasFiles = (event: DragEvent) => [...event.dataTransfer.types].includes('Files')

/** An area for dropping files, with a button to choose them; states what is accepted beforehand. */
export function DropZone(props: {
  /** What may be dropped, on one line. */
  label: ReactNode
  /** The label on touch screens, where nothing can be dropped: what may be chosen. */
  touchLabel: ReactNode
  /** The limits of what is accepted: "Up to 4 MB a file". */
  limit?: ReactNode
  /** As in an `accept` attribute; not checked for dropped files. */
  accept?: string
  multiple?: boolean
  /** The button's label, when "Choose a file" is not specific enough. */
  action?: string
  /** Less tall, for drawers and above lists. */
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
          event.target.value = '' // lets the user choose the same file again
        }}
      />
    </div>
  )
}

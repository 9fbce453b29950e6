import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { CloseIcon, ErrorIcon, OkIcon } from './icons.ts'
import { Progress } from './progress.tsx'
import styles from './upload-list.module.css'

/** An upload in progress, or its result. */
export interface UploadRow {
  id: number
  name: string
  sizeBytes: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  sentBytes: number
  /** Why the upload failed. */
  reason?: string
  /** Whether retrying the same file may succeed. */
  mayRetry?: boolean
}

/** A list of uploads: the progress of each, why one was rejected, and what can be done about it. */
export function UploadList(props: {
  uploads: readonly UploadRow[]
  onCancel: (id: number) => void
  onRetry: (id: number) => void
  /** Removes a finished or failed upload from the list. */
  onClear: (id: number) => void
}) {
  const { uploads, onCancel, onRetry, onClear } = props
  const { t } = useTranslation('upload')
  if (uploads.length === 0) return null
  const done = uploads.filter((upload) => upload.state === 'done').length
  return (
    <section className={styles.list} aria-label={t('label')}>
      <p className="visually-hidden" role="status">
        {t('doneOf', { done, count: uploads.length })}
      </p>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.id} className={styles.row} data-state={upload.state}>
            {upload.state === 'waiting' || upload.state === 'sending' ? (
              <Going upload={upload} onCancel={() => onCancel(upload.id)} />
            ) : (
              <Ended upload={upload} onRetry={() => onRetry(upload.id)} onClear={() => onClear(upload.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Going({ upload, onCancel }: { upload: UploadRow; onCancel: () => void }) {
  const { t } = useTranslation('upload')
  const { name, sizeBytes, sentBytes, state } = upload
  const isSent = state === 'sending' && sentBytes >= sizeBytes
  const note =
    state === 'waiting'
      ? t('waiting')
      : isSent
        ? t('checking')
        : t('sent', { sent: fileSize(sentBytes), size: fileSize(sizeBytes) })
  return (
    <Progress
      label={
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.note}>{note}</span>
        </span>
      }
      {...(!isSent && { value: sentBytes, max: Math.max(1, sizeBytes) })}
      onCancel={onCancel}
    />
  )
}

function Ended({ upload, onRetry, onClear }: { upload: UploadRow; onRetry: () => void; onClear: () => void }) {
  const { t } = useTranslation('upload')
  const { name, sizeBytes, state, reason, mayRetry } = upload
  const failed = state === 'failed'
  return (
    <div className={styles.ended} role={failed ? 'alert' : undefined}>
      {failed ? <ErrorIcon /> : <OkIcon />}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{failed ? reason : t('done', { size: fileSize(sizeBytes) })}</span>
      </span>
      {failed && mayRetry && (
        <Button size="s" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      <IconButton size="s" label={t('clear', { name })} onClick={onClear}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

import { callMaxBytes } from '#shared/contract/api-call-rules.ts'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './call.module.css'

/** Button to choose a local file to send. */
export function FileChoice(props: { label: string; file: File | undefined; onFile: (file: File) => void }) {
  const { label, file, onFile } = props
  const { t } = useTranslation('api-call')
  const isTooLarge = file !== undefined && file.size > callMaxBytes
  return (
    <label className={styles.file}>
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
        }}
      />
      <span className={styles.choose}>{t('file.choose')}</span>
      <span className={styles.fileName} role={isTooLarge ? 'alert' : undefined} data-wrong={isTooLarge || undefined}>
        {file
          ? isTooLarge
            ? t('file.tooLarge', { size: fileSize(callMaxBytes) })
            : `${file.name} · ${fileSize(file.size)}`
          : t('file.none')}
      </span>
    </label>
  )
}

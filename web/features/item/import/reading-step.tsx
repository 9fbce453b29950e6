import { useTranslation } from '#web/lib/i18n.ts'
import { Progress } from '#web/ui/progress.tsx'
import styles from './import.module.css'

/** Shown between file and check, while the file is uploaded and parsed. */
export function ReadingStep({ file_name, onCancel }: { file_name: string; onCancel: () => void }) {
  const { t } = useTranslation('import')
  return (
    <div className={styles.wait}>
      <Progress label={t('reading', { name: file_name })} onCancel={onCancel} />
    </div>
  )
}

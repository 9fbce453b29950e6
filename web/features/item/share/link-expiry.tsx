import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { expiryDays } from './links.ts'
import styles from './share-dialog.module.css'

/** The lifetime of a new public link. */
export function LinkExpiry({ days, onDays }: { days: string; onDays: (days: string) => void }) {
  const { t } = useTranslation('share')
  const options = expiryDays.map((value) => ({
    value,
    label: value === '0' ? t('life.never') : t('life.days', { count: Number(value) }),
  }))
  return (
    <div className={styles.life}>
      <Field label={t('life.label')}>
        <Select options={options} value={expiryDays.find((one) => one === days) ?? '0'} onValue={onDays} />
      </Field>
    </div>
  )
}

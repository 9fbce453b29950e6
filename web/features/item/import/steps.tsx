import { useTranslation } from '#web/lib/i18n.ts'
import type { ImportState } from './atoms.ts'
import styles from './import.module.css'

const steps = ['file', 'check', 'result'] as const

/** Step indicator of the import. */
export function Steps({ step }: { step: ImportState['step'] }) {
  const { t } = useTranslation('import')
  const current = step === 'reading' ? 'check' : step
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((one, index) => (
        <li
          key={one}
          className={styles.step}
          data-past={index < at || undefined}
          aria-current={one === current ? 'step' : undefined}
        >
          {index + 1} {t(`step.${one}`)}
        </li>
      ))}
    </ol>
  )
}

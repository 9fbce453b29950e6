import { useTranslation } from '#web/lib/i18n.ts'
import styles from './setup.module.css'
import { type SetupStep, setupSteps } from './setup-form.ts'

const stepTitles = { start: 'start.title', administrator: 'administrator.title', site: 'site.title' } as const

/** The progress of the setup. */
export function Steps({ current }: { current: SetupStep }) {
  const { t } = useTranslation('setup')
  const at = setupSteps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {setupSteps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-past={index < at || undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          {index + 1} {t(stepTitles[step])}
        </li>
      ))}
    </ol>
  )
}

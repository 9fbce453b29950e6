import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, ErrorIcon, WarnIcon } from '#web/ui/icons.ts'
import styles from './forms.module.css'

/** A step of a test: how it ended, and what to do next; empty when there is nothing to do. */
interface TestStep {
  step: string
  outcome: 'ok' | 'failed' | 'skipped'
  error_message: string
}

const outcomeIcons = { ok: CheckIcon, failed: ErrorIcon, skipped: WarnIcon }

interface ConnectionTestProps<Step extends TestStep> {
  title: string
  note: string
  /** What is tried: a result is shown as long as this stays the same. */
  subject: string
  /** Tries the settings as they are typed. */
  run: () => Promise<readonly Step[]>
  /** Returns what a step shows. */
  textOf: (step: Step) => string
  /** What the test asks for. */
  children?: ReactNode
}

/** Tries a service with the settings of a form, and shows each step. */
export function ConnectionTest<Step extends TestStep>({
  title,
  note,
  subject,
  run,
  textOf,
  children,
}: ConnectionTestProps<Step>) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)
  const [last, setLast] = useState<{ subject: string; steps?: readonly Step[]; error?: LocalizedText }>()
  const { steps, error } = last?.subject === subject ? last : {}
  const start = async () => {
    setBusy(true)
    try {
      setLast({ subject, steps: await run() })
    } catch (failure) {
      setLast({ subject, error: errorText(failure) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{title}</h2>
        <p>{note}</p>
      </div>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        {children}
        <div>
          <Button type="submit" busy={busy}>
            {t(busy ? 'test.running' : 'test.run')}
          </Button>
          <div role="status">
            {error && (
              <div className={styles.result}>
                <Banner tone="danger">{error.text}</Banner>
              </div>
            )}
            {steps && (
              <ul className={`${styles.set} ${styles.result}`} aria-label={t('test.steps')}>
                {steps.map((one) => {
                  const Icon = outcomeIcons[one.outcome]
                  return (
                    <li key={one.step}>
                      <span className={styles.state} data-lost={one.outcome === 'ok' ? undefined : true}>
                        <Icon aria-hidden />
                        {t(`test.outcome.${one.outcome}`)}
                      </span>
                      {textOf(one)}
                      {one.error_message !== '' && <p className={styles.help}>{one.error_message}</p>}
                    </li>
                  )
                })}
              </ul>
            )}
          </div>
        </div>
      </form>
    </section>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from '../forms/forms.module.css'
import { siteForm, testAiAtom } from './atoms.ts'
import { getSettingGroup } from './setting-groups.ts'

/** Sends a test prompt to the AI service with the saved settings, and shows its response or the error. */
export function AiTest() {
  const { t } = useTranslation('admin')
  const tryAi = useSetAtom(testAiAtom)
  const isUnsaved = Object.keys(useAtomValue(siteForm.typedAtom)).some((name) => getSettingGroup(name) === 'ai')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'danger'; text: string }>()
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome({ tone: 'ok', text: t('aiTrial.answered', await tryAi(t('aiTrial.question'))) })
    } catch (error) {
      setOutcome({ tone: 'danger', text: getErrorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.secret}>
        <Button busy={busy} disabled={isUnsaved} onClick={() => void run()}>
          {t('aiTrial.run')}
        </Button>
        <span className={styles.help}>{t(isUnsaved ? 'aiTrial.unsaved' : 'aiTrial.help')}</span>
      </div>
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
    </section>
  )
}

import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { CheckIcon, CopyIcon, KeyIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from '../forms/forms.module.css'
import { loginKeyAtom, resetLoginKeyAtom, showLoginKeyAtom } from './atoms.ts'
import { buildExample, type ExampleLanguage, exampleLanguages } from './sign-in-link-example.ts'

const facts = ['minute', 'once', 'administrators', 'accounts', 'path'] as const

const names: Record<ExampleLanguage, string> = { shell: 'Shell', js: 'Node.js', php: 'PHP' }

/** Code example, with a copy button, that creates a sign-in link in another system. */
function LinkExample({ site }: { site: string }) {
  const { t } = useTranslation('admin')
  const [language, setLanguage] = useState<ExampleLanguage>('shell')
  const [copied, copy] = useCopy()
  const text = buildExample(language, site)
  return (
    <Tabs
      label={t('key.sample')}
      tabs={exampleLanguages.map((id) => ({ id, label: names[id] }))}
      value={language}
      onValue={setLanguage}
    >
      <div className={styles.sample}>
        <pre tabIndex={0}>{text}</pre>
        <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </Tabs>
  )
}

/** The key that other systems sign sign-in links with: show, copy, reset, and an example of its use. */
export function LoginKeyPanel() {
  const { t } = useTranslation('admin')
  const key = useAtomValue(loginKeyAtom)
  const show = useSetAtom(showLoginKeyAtom)
  const reset = useSetAtom(resetLoginKeyAtom)
  const [busy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      await show()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.groups}>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('key.title')}</h2>
          <p>{t('key.text')}</p>
        </div>
        <Banner tone="warn">{t('key.warning')}</Banner>
        <div className={styles.fields}>
          {key === undefined ? (
            <div className={styles.secret}>
              <Button icon={<KeyIcon />} busy={busy} onClick={() => void open()}>
                {t('key.show')}
              </Button>
              <span className={styles.help}>{t('key.showHelp')}</span>
            </div>
          ) : (
            <>
              <CopyField secret label={t('key.label')} value={key} />
              <div>
                <Button variant="danger" onClick={() => setAsking(true)}>
                  {t('key.reset')}
                </Button>
              </div>
            </>
          )}
        </div>
      </section>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('key.how')}</h2>
          <p>{t('key.howText')}</p>
        </div>
        <LinkExample site={`${window.location.origin}${boot.base}`} />
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{t(`key.fact.${fact}`)}</li>
          ))}
        </ul>
      </section>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('key.resetTitle')}
        action={t('key.reset')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await reset()
          setAsking(false)
          toast.ok(localized(() => i18next.t('admin:key.resetDone')))
        }}
      >
        {t('key.resetText')}
      </ConfirmDialog>
    </div>
  )
}

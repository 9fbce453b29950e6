import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyIcon } from '#web/ui/screen-icons.ts'
import styles from '../form.module.css'
import { passkeyErrorText, signInByPasskeyAtom } from './passkey-atoms.ts'

/** Signs in with a passkey: alone, or with a ticket as the second step. */
export function PasskeyButton({ ticket, onDone }: { ticket?: string; onDone: () => void }) {
  const { t } = useTranslation('two-step')
  const signIn = useSetAtom(signInByPasskeyAtom)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const start = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn(ticket)
      onDone()
    } catch (error) {
      setFailure(passkeyErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.form}>
      {failure && <Banner tone="danger">{failure.text}</Banner>}
      <Button size="l" wide icon={<KeyIcon />} busy={busy} onClick={() => void start()}>
        {t(ticket === undefined ? 'passkey.signIn' : 'passkey.use')}
      </Button>
    </div>
  )
}

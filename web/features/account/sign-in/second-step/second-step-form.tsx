import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { HalfSignIn } from '../atoms.ts'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'
import { passSecondStepAtom } from './atoms.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStepForm(props: {
  half: HalfSignIn
  onDone: () => void
  /** Goes back to the password: another account, or a ticket that has ended. */
  onAgain: () => void
}) {
  const { half, onDone, onAgain } = props
  const { ticket, ways } = half
  const hasApp = ways.includes('app')
  const { t } = useTranslation('two-step')
  const [code, setCode] = useState('')
  const [usesRecovery, setUsesRecovery] = useState(!hasApp)
  const pass = useSetAtom(passSecondStepAtom)
  const { form, busy, error: rejected, run, setError: reject, clear } = useFormSubmit()
  const hasEnded = rejected?.errorName === 'signInTicketEnded'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (code.trim() === '') return reject('code', () => i18next.t('two-step:codeMissing'))
    if ((await run(() => pass({ ticket, code }))) === 'done') onDone()
  }
  const change = () => {
    setUsesRecovery(!usesRecovery)
    setCode('')
    clear()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {!hasEnded && ways.includes('passkey') && <PasskeyButton ticket={ticket} onDone={onDone} />}
      {!hasEnded && (
        <Field
          label={t(usesRecovery ? 'recoveryCode' : 'code')}
          help={t(usesRecovery ? 'recoveryHelp' : 'codeHelp')}
          error={rejected?.field === 'code' && rejected.message}
        >
          <TextInput
            key={String(usesRecovery)}
            name="code"
            size="l"
            mono
            value={code}
            onValue={setCode}
            inputMode={usesRecovery ? 'text' : 'numeric'}
            autoComplete={usesRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            autoFocus={hasApp}
          />
        </Field>
      )}
      {rejected && rejected.field !== 'code' && <Banner tone="danger">{rejected.message}</Banner>}
      {hasEnded ? (
        <Button variant="primary" size="l" wide onClick={onAgain}>
          {t('again')}
        </Button>
      ) : (
        <>
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            {t('confirm')}
          </Button>
          {hasApp && (
            <Button variant="ghost" wide onClick={change}>
              {t(usesRecovery ? 'useApp' : 'useRecovery')}
            </Button>
          )}
          <Button variant="ghost" wide onClick={onAgain}>
            {t('otherAccount')}
          </Button>
        </>
      )}
    </form>
  )
}

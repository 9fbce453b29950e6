import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { KeyIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import type { FormSubmit } from '../use-form-submit.ts'
import type { Proof, SecondStepState } from './atoms.ts'
import { passkeyErrorText, provePasskeyAtom } from './passkey-atoms.ts'

/** What has to be shown before a protection is changed. */
export interface Needed {
  password: boolean
  code: boolean
  /** Whether one of the account's passkeys may take the place of the code. */
  passkey: boolean
}

/** Returns what a person has to show: who has a second step shows it too. */
export function neededProof({ needs_password, app_enabled, passkeys, passkeys_possible }: SecondStepState): Needed {
  return {
    password: needs_password,
    code: app_enabled || passkeys.length > 0,
    passkey: passkeys_possible && passkeys.length > 0,
  }
}

/** The state of the fields that show who somebody is. */
interface ProofState {
  needed: Needed
  password: string
  code: string
  change: (next: { password?: string; code?: string }) => void
  /** Returns what was typed; undefined after it has said what is missing. */
  typed: (setError: FormSubmit['setError']) => Proof | undefined
}

/** Manages the fields that show who somebody is. */
export function useProof(needed: Needed): ProofState {
  const [fields, setFields] = useState({ password: '', code: '' })
  const { password, code } = fields
  return {
    needed,
    password,
    code,
    change: (next) => setFields({ ...fields, ...next }),
    typed(setError) {
      if (needed.password && password === '') {
        setError('password', () => i18next.t('ui:password.ownMissing'))
        return undefined
      }
      if (needed.code && code.trim() === '') {
        setError('code', () => i18next.t('two-step:codeMissing'))
        return undefined
      }
      return { password, ...(needed.code && { code }) }
    },
  }
}

/** Asks for the password and for a second step: a code, a recovery code, or a passkey. */
export function ProofFields(props: {
  proof: ProofState
  form: Omit<FormSubmit, 'form'>
  /** Does with a passkey what the form does with a code. */
  onPasskey: (proof: Proof) => Promise<unknown>
}) {
  const { proof, form, onPasskey } = props
  const { needed, password, code, change } = proof
  const { t } = useTranslation(['two-step', 'ui'])
  const prove = useSetAtom(provePasskeyAtom)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const { error: rejected } = form
  const askPasskey = async () => {
    if (asking || form.busy) return
    if (needed.password && password === '') return form.setError('password', () => i18next.t('ui:password.ownMissing'))
    setAsking(true)
    setFailure(undefined)
    form.clear()
    try {
      const response = await prove()
      await form.run(() => onPasskey({ password, response }))
    } catch (error) {
      setFailure(passkeyErrorText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {needed.password && (
        <Field label={t('ui:password.own')} error={rejected?.field === 'password' && rejected.message}>
          <PasswordInput
            name="password"
            value={password}
            onValue={(next) => change({ password: next })}
            autoComplete="current-password"
            autoFocus
          />
        </Field>
      )}
      {needed.code && (
        <Field label={t('codeOrRecovery')} error={rejected?.field === 'code' && rejected.message}>
          <TextInput
            name="code"
            mono
            value={code}
            onValue={(next) => change({ code: next })}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
      )}
      {needed.passkey && (
        <Button icon={<KeyIcon />} busy={asking} onClick={() => void askPasskey()}>
          {t('proof.passkey')}
        </Button>
      )}
      {failure && <Banner tone="danger">{failure.text}</Banner>}
    </>
  )
}

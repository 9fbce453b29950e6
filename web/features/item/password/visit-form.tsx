import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { CaptchaField, newCaptchaAtom, showsCaptcha, useFormSubmit } from '#web/features/account/sign-in/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { openItemAtom } from './atoms.ts'
import styles from './visit-form.module.css'

/** Asks for the access password and, if the site requires it, the captcha. */
export function VisitForm(props: { item_id: string; page_id: string; onDone: () => void }) {
  const { item_id, page_id, onDone } = props
  const { t } = useTranslation('item-password')
  const done = useMountedCallback(onDone)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const openItem = useSetAtom(openItemAtom)
  const renewCaptcha = useSetAtom(newCaptchaAtom)
  const { form, busy, error: refused, failures, run, setError: refuse } = useFormSubmit()
  const shown = showsCaptcha(boot.captcha, failures, asked)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return refuse('password', () => i18next.t('item-password:missing'))
    const outcome = await run(() => openItem({ item_id, page_id, password }))
    if (outcome === 'done') return done()
    if (outcome === 'ignored') return
    if (outcome.errorName === 'captchaNeeded') setAsked(true)
    if (shown) await renewCaptcha()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field label={t('password')}>
        <PasswordInput
          name="password"
          size="l"
          value={password}
          onValue={setPassword}
          aria-invalid={refused?.field === 'password' || undefined}
          autoComplete="off"
          autoFocus
        />
      </Field>
      {shown && <CaptchaField invalid={refused?.field === 'captcha'} />}
      {refused && <Banner tone="danger">{refused.message}</Banner>}
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t('open')}
      </Button>
    </form>
  )
}

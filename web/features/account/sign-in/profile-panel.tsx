import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { type CurrentUser, useSignOut } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SignOutIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveNameAtom } from './atoms.ts'
import styles from './user-centre.module.css'

/** The profile: the fixed username, the editable name, and sign-out. */
export function ProfilePanel({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('account')
  const [name, setName] = useState(user.name)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const saveName = useSetAtom(saveNameAtom)
  const signOut = useSignOut()
  useUnsaved(t('profile.name'), name.trim() === user.name ? undefined : name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await saveName(name.trim())
      toast.ok(localized(() => i18next.t('account:profile.saved')))
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <form className={styles.form} noValidate onSubmit={save}>
        <div className={styles.person}>
          <Avatar name={user.name || user.username} size={40} />
          <span>
            <strong>{user.name || user.username}</strong>
            <span>{t(user.groupid === '1' ? 'profile.admin' : 'profile.person')}</span>
          </span>
        </div>
        <Field label={t('username')} help={t('profile.usernameFixed')}>
          <TextInput readOnly value={user.username} autoComplete="username" />
        </Field>
        {user.email && (
          <Field label={t('profile.email')} help={t('profile.emailHelp')}>
            <TextInput
              readOnly
              value={`${user.email} (${t(user.email_verify ? 'profile.verified' : 'profile.notVerified')})`}
            />
          </Field>
        )}
        <Field label={t('profile.name')} help={t('profile.nameHelp')} error={error?.text}>
          <TextInput value={name} onValue={setName} autoComplete="name" maxLength={200} />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
      <section className={styles.section}>
        <h2>{t('profile.out')}</h2>
        <div>
          <Button
            icon={<SignOutIcon />}
            onClick={() => void signOut(localized(() => i18next.t('account:profile.signedOut')))}
          >
            {t('profile.signOut')}
          </Button>
        </div>
      </section>
    </>
  )
}

import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { type NoticeKind, type NoticeMode, noticeKinds, noticeModes } from '#shared/notices.ts'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { WebhookPanel } from '#web/features/webhooks/index.tsx'
import { api } from '#web/lib/api.ts'
import { type Lang, langNames, useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryAtom } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'

type Notices = Awaited<ReturnType<typeof api.notice.get>>

const noticesAtom = queryAtom(() => api.notice.get())

/** The classes of the screen that shows these panels. */
interface Styles {
  section: string | undefined
  form: string | undefined
  hint: string | undefined
}

/** Form to confirm an address, or another one; asks for the password. */
function AddressForm({ notices, styles, onChange }: { notices: Notices; styles: Styles; onChange: () => void }) {
  const { t } = useTranslation(['mail', 'ui'])
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState('')
  const [error, setError] = useState<LocalizedText>()
  const renew = useSetAtom(signedInAtom)
  const run = async (operation: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setSent('')
    try {
      await operation()
      setPassword('')
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await api.user.mailLink({ email: email.trim(), password })
      setSent(email.trim())
    })
  }
  const remove = () =>
    void run(async () => {
      await api.user.removeEmail({ password })
      await renew()
      onChange()
    })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {notices.email !== '' && (
        <p>
          <bdi>{notices.email}</bdi> · {t(notices.is_reachable ? 'address.confirmed' : 'address.unconfirmed')}
        </p>
      )}
      <Field label={t(notices.email === '' ? 'address.label' : 'address.other')} help={t('address.help')}>
        <TextInput type="email" value={email} onValue={setEmail} autoComplete="email" />
      </Field>
      <Field label={t('ui:password.own')}>
        <PasswordInput value={password} onValue={setPassword} autoComplete="current-password" />
      </Field>
      {error && <Banner tone="danger">{error.text}</Banner>}
      <div role="status">{sent !== '' && <Banner tone="ok">{t('address.sent', { email: sent })}</Banner>}</div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('address.send')}
        </Button>{' '}
        {notices.email !== '' && <Button onClick={remove}>{t('address.remove')}</Button>}
      </div>
    </form>
  )
}

/** What the user is informed of by mail and when; each choice takes effect at once. */
function Modes({ notices, styles }: { notices: Notices; styles: Styles }) {
  const { t } = useTranslation('mail')
  const change = useSetAtom(noticesAtom)
  const save = async (next: Partial<Record<NoticeKind, NoticeMode>> & { lang?: Lang }) => {
    const former = notices
    void change((known) => ({ ...known, ...next }))
    try {
      await api.notice.save(next)
      toast.ok(localized(() => i18next.t('mail:modes.saved')))
    } catch (error) {
      void change({ value: former })
      toast.error(errorText(error))
    }
  }
  return (
    <div className={styles.form}>
      {noticeKinds.map((kind) => (
        <Field key={kind} label={t(`kind.${kind}`)}>
          <Select<NoticeMode>
            options={noticeModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
            value={notices[kind]}
            onValue={(value) => void save({ [kind]: value })}
          />
        </Field>
      ))}
      <Field label={t('modes.lang')}>
        <Select<Lang>
          options={(['zh', 'en'] as const).map((value) => ({ value, label: langNames[value] }))}
          value={notices.lang}
          onValue={(lang) => void save({ lang })}
        />
      </Field>
    </div>
  )
}

/** The user's address, what they are informed of by mail, and their own webhooks. */
export function NoticesPanel({ styles }: { styles: Styles }) {
  const { t } = useTranslation(['mail', 'webhook'])
  const [result, load] = useAtom(noticesAtom)
  return (
    <>
      <QueryBoundary
        result={result}
        onRetry={() => void load('again')}
        failed={t('modes.failed')}
        waiting={<SkeletonText lines={6} />}
      >
        {(notices) => (
          <>
            <section className={styles.section}>
              <h2>{t('address.title')}</h2>
              <p className={styles.hint}>{t(notices.can_mail ? 'address.text' : 'address.noMail')}</p>
              {(notices.can_mail || notices.email !== '') && (
                <AddressForm notices={notices} styles={styles} onChange={() => void load()} />
              )}
            </section>
            {notices.can_mail && (
              <section className={styles.section}>
                <h2>{t('modes.title')}</h2>
                <p className={styles.hint}>{t(notices.is_reachable ? 'modes.text' : 'modes.unreachable')}</p>
                <Modes notices={notices} styles={styles} />
              </section>
            )}
          </>
        )}
      </QueryBoundary>
      <section className={styles.section}>
        <h2>{t('webhook:title')}</h2>
        <WebhookPanel scope="user" />
      </section>
    </>
  )
}

import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import {
  CaptchaField,
  captchaFieldsAtom,
  FormCard,
  getRedirectTarget,
  IllegalRedirect,
  newCaptchaAtom,
  showsCaptcha,
  useFormSubmit,
} from '#web/features/account/sign-in/index.tsx'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryScopeAtom } from '#web/lib/query.ts'
import { Link, navigate, useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import styles from './item-password.module.css'
import { itemPath } from './target.ts'

/** Submits the access password of an item; the server remembers the visit with a cookie. */
const openItemAtom = atom(null, async (get, set, visit: { item_id: string; page_id: string; password: string }) => {
  // A page opened by its id alone does not reveal its item: the URL has 0 there.
  const { item_id, ...rest } = visit
  await api.item.pwd({ ...rest, ...(item_id === '0' ? {} : { item_id }), ...get(captchaFieldsAtom) })
  set(queryScopeAtom, (scope) => scope + 1) // requests rejected before may succeed now
})

/** Asks for the access password and, if the site requires it, the captcha. */
function VisitForm(props: { item_id: string; page_id: string; onDone: () => void }) {
  const { item_id, page_id, onDone } = props
  const { t } = useTranslation('item-password')
  const done = useMountedCallback(onDone)
  const [password, setPassword] = useState('')
  const [isRequested, setRequested] = useState(false)
  const openItem = useSetAtom(openItemAtom)
  const renewCaptcha = useSetAtom(newCaptchaAtom)
  const { form, busy, error: rejected, failures, run, setError: reject } = useFormSubmit()
  const shown = showsCaptcha(boot.captcha, failures, isRequested)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return reject('password', () => i18next.t('item-password:missing'))
    const outcome = await run(() => openItem({ item_id, page_id, password }))
    if (outcome === 'done') return done()
    if (outcome === 'ignored') return
    if (outcome.errorName === 'captchaNeeded') setRequested(true)
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
          aria-invalid={rejected?.field === 'password' || undefined}
          autoComplete="off"
          autoFocus
        />
      </Field>
      {shown && <CaptchaField invalid={rejected?.field === 'captcha'} />}
      {rejected && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t('open')}
      </Button>
    </form>
  )
}

/**
 * The access password screen. It is identical for a private item and for one that does not exist, and does not show the
 * name, so that visitors cannot learn which it is.
 */
export function ItemPassword() {
  const { t } = useTranslation('item-password')
  const { item_id = '' } = useParams<{ item_id: string }>()
  const [query] = useSearchParams()
  const page_id = query.get('page_id')
  const target = getRedirectTarget(query.get('redirect'), itemPath(item_id, page_id))
  const user = useAtomValue(sessionAtom)
  useTitle(target === undefined ? undefined : t('title'))
  if (target === undefined) return <IllegalRedirect />
  return (
    <FormCard
      title={t('title')}
      note={user ? t('signedIn', { name: fullName(user) }) : t('visitor')}
      foot={
        !user && (
          <>
            {t('haveAccount')} <Link href={`/user/login?redirect=${encodeURIComponent(target)}`}>{t('signIn')}</Link>
          </>
        )
      }
    >
      <VisitForm item_id={item_id} page_id={page_id ?? ''} onDone={() => navigate(target, { replace: true })} />
    </FormCard>
  )
}

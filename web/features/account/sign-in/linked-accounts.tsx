import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { linksAtom, unlinkAtom } from './atoms.ts'
import { SignInFailure } from './provider-buttons.tsx'
import styles from './sessions.module.css'
import panel from './user-centre.module.css'

type Provider = Awaited<ReturnType<typeof api.ExtLogin.identityList>>['providers'][number]

/** What the person wants to do with a provider. */
interface Wanted {
  action: 'link' | 'unlink'
  provider: Provider
}

/** Asks for the password of people who have one, then goes to the provider or ends the link with it. */
function LinkDialog(props: { wanted: Wanted; needsPassword: boolean; onClose: () => void }) {
  const { wanted, needsPassword, onClose } = props
  const { t } = useTranslation(['account', 'ui'])
  const { action, provider } = wanted
  const { provider_id, name } = provider
  const unlink = useSetAtom(unlinkAtom)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const submit = async () => {
    if (busy) return
    const isEmpty = needsPassword && password === ''
    setMissing(isEmpty)
    setError(undefined)
    if (isEmpty) return
    setBusy(true)
    try {
      if (action === 'link') {
        window.location.assign((await api.ExtLogin.link({ provider_id, password })).url)
        return // the browser goes there: the dialog stays busy
      }
      await unlink({ provider_id, password })
      onClose()
      toast.ok(localized(() => i18next.t('account:links.unlinked', { name })))
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      compact
      title={t(action === 'link' ? 'links.linkTitle' : 'links.unlinkTitle', { name })}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('links.cancel')}
          </Button>
          <Button type="submit" variant={action === 'link' ? 'primary' : 'danger'} busy={busy}>
            {action === 'link' ? t('links.goOn', { name }) : t('links.unlink')}
          </Button>
        </>
      }
    >
      <div className={panel.form}>
        <p>{t(action === 'link' ? 'links.linkText' : 'links.unlinkText', { name })}</p>
        {needsPassword && (
          <Field label={t('ui:password.own')} error={isMissing ? t('ui:password.ownMissing') : ''}>
            <PasswordInput value={password} onValue={setPassword} autoComplete="current-password" />
          </Field>
        )}
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}

/** The services that the user signs in with besides the password, and those that can be linked; nothing without any. */
export function LinkedAccounts() {
  const { t } = useTranslation('account')
  const [query] = useSearchParams()
  const failed = query.get('failed')
  const [result, run] = useAtom(linksAtom)
  const [wanted, setWanted] = useState<Wanted>()
  const stateOf = ({ is_linked, is_open, provider_name, addtime }: Provider) => {
    const time = relativeTime(addtime)
    const linked = provider_name ? t('links.linked', { name: provider_name, time }) : t('links.linkedOnly', { time })
    return [is_linked ? linked : t('links.notLinked'), is_open ? '' : t('links.off')].filter(Boolean).join(' · ')
  }
  return (
    <QueryBoundary
      result={result}
      onRetry={() => void run('again')}
      failed={t('links.failed')}
      waiting={<SkeletonText lines={2} />}
    >
      {({ providers, needs_password }) =>
        providers.length > 0 && (
          <section className={panel.section}>
            <h2>{t('links.title')}</h2>
            <p className={panel.hint}>{t(needs_password ? 'links.text' : 'links.noPassword')}</p>
            {failed && <SignInFailure id={failed} />}
            <ul className={styles.list}>
              {providers.map((provider) => {
                const { provider_id, name, is_linked } = provider
                return (
                  <li key={provider_id} className={styles.session}>
                    <div className={styles.words}>
                      <div className={styles.name}>{name}</div>
                      <div className={styles.meta}>{stateOf(provider)}</div>
                    </div>
                    <Button
                      size="s"
                      aria-label={t(is_linked ? 'links.unlinkOf' : 'links.linkOf', { name })}
                      onClick={() => setWanted({ action: is_linked ? 'unlink' : 'link', provider })}
                    >
                      {t(is_linked ? 'links.unlink' : 'links.link')}
                    </Button>
                  </li>
                )
              })}
            </ul>
            {wanted && (
              <LinkDialog wanted={wanted} needsPassword={needs_password} onClose={() => setWanted(undefined)} />
            )}
          </section>
        )
      }
    </QueryBoundary>
  )
}

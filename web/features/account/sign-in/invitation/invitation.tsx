import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { sessionAtom, signedInAtom, useSignOut } from '#web/features/account/session/index.tsx'
import { ApiError, api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { describeError, queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { providersAtom } from '../atoms.ts'
import { captchaFieldsAtom } from '../captcha-atoms.ts'
import styles from '../form.module.css'
import { FormCard } from '../form-card.tsx'
import { forgetInvitation } from '../invitation-link.ts'
import type { NewAccount } from '../new-account.ts'
import { ProviderButtons } from '../provider-buttons.tsx'
import { RegisterForm } from '../register-form.tsx'
import { SignInForm } from '../sign-in-form.tsx'

type Shown = Awaited<ReturnType<typeof api.invitation.show>>

const leadTo = (item_id: string) => navigate(item_id === '0' ? '/item/index' : `/${item_id}`, { replace: true })

const registerInvitedAtom = atom(null, async (get, set, input: NewAccount & { token: string }) => {
  const { item_id } = await api.invitation.register({ ...input, ...get(captchaFieldsAtom) })
  forgetInvitation()
  // first: with an account, this screen would ask whether to accept
  leadTo(item_id)
  await set(signedInAtom)
})

/** What the invitation gives, in a sentence or two. */
function Terms({ invitation }: { invitation: Shown }) {
  const { t } = useTranslation('invitation')
  const { item_name, team_name, invited_by, member_group_id, is_limited, expire_time } = invitation
  const { site_name } = boot
  return (
    <>
      <p>
        {item_name
          ? t(member_group_id === '1' ? 'toEdit' : 'toRead', { name: invited_by, item: item_name })
          : t(team_name ? 'toTeam' : 'toSite', { name: invited_by, team: team_name, site: site_name })}
        {is_limited && ` ${t('limited')}`}
      </p>
      <p>{t('until', { time: exactTime(expire_time) })}</p>
    </>
  )
}

/** Accepts an invitation with the account that is signed in. */
function Accept({ token, invitation }: { token: string; invitation: Shown }) {
  const { t } = useTranslation('invitation')
  const user = useAtomValue(sessionAtom)
  const signOut = useSignOut()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const accept = async () => {
    setBusy(true)
    try {
      const { item_id, was_member } = await api.invitation.accept({ token })
      forgetInvitation()
      toast.ok(localized(() => i18next.t(was_member ? 'invitation:wasMember' : 'invitation:accepted')))
      leadTo(item_id)
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  const changeAccount = async () => {
    await signOut(localized(() => i18next.t('account:profile.signedOut')))
    navigate('/user/register')
  }
  const name = user?.name || user?.username || ''
  return (
    <FormCard title={t('title')} note={<Terms invitation={invitation} />}>
      <div className={styles.form}>
        {failure && <Banner tone="danger">{failure.text}</Banner>}
        <Button variant="primary" size="l" wide busy={busy} onClick={() => void accept()}>
          {t('acceptAs', { name })}
        </Button>
        <Button variant="ghost" wide onClick={() => void changeAccount()}>
          {t('otherAccount')}
        </Button>
      </div>
    </FormCard>
  )
}

/** Registers with an invitation, or signs in to accept it. */
function Enter({ token, invitation }: { token: string; invitation: Shown }) {
  const { t } = useTranslation(['invitation', 'account'])
  const register = useSetAtom(registerInvitedAtom)
  const [hasAccount, setHasAccount] = useState(!invitation.may_register)
  const providers = queryValue(useAtomValue(providersAtom)) ?? []
  return (
    <FormCard
      title={t('title')}
      note={<Terms invitation={invitation} />}
      foot={
        invitation.may_register ? (
          <Button variant="ghost" onClick={() => setHasAccount(!hasAccount)}>
            {t(hasAccount ? 'newAccount' : 'haveAccount')}
          </Button>
        ) : (
          t('accountNeeded')
        )
      }
    >
      {hasAccount ? (
        // signing in shows the question of the account
        <SignInForm
          autoFocus
          onDone={() => undefined}
          below={providers.length > 0 && <ProviderButtons providers={providers} redirect="/user/register" />}
        />
      ) : (
        <RegisterForm invited={null} create={(account) => register({ ...account, token })} onDone={() => undefined} />
      )}
    </FormCard>
  )
}

/** The screen of an invitation: what it is for, and accepting it, with or without an account. */
export function Invitation({ token, onLeave }: { token: string; onLeave: () => void }) {
  const { t } = useTranslation('invitation')
  const user = useAtomValue(sessionAtom)
  const query = useMemo(() => queryAtom(() => api.invitation.show({ token })), [token])
  const { result, run } = useQueryState(query)
  useTitle(t('title'))
  if (!result) return <Loading onRetry={() => void run('again')} />
  if ('error' in result) {
    const { error } = result
    if (!(error instanceof ApiError) || error.code < 0) {
      return <LoadError text={t('failed')} {...describeError(error)} onRetry={() => void run('again')} />
    }
    return (
      <FormCard title={t('invalid')} note={describeError(error).message}>
        <Button
          variant="primary"
          size="l"
          wide
          onClick={() => {
            onLeave()
            navigate(user ? '/item/index' : '/user/login', { replace: true })
          }}
        >
          {t('leave')}
        </Button>
      </FormCard>
    )
  }
  return user ? <Accept token={token} invitation={result.value} /> : <Enter token={token} invitation={result.value} />
}

import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, type FormEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type EditorMode, editorModeAtom, wideTextAtom } from '#web/features/account/preferences/index.tsx'
import { type CurrentUser, sessionAtom, useSignOut } from '#web/features/account/session/index.tsx'
import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { setSingleKeys, singleKeysOn } from '#web/lib/shortcuts.ts'
import { type ThemeChoice, themeChoiceAtom } from '#web/lib/theme.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { DarkThemeIcon, LightThemeIcon, SystemThemeIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SignOutIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { changePasswordAtom, saveNameAtom, sessionListAtom, type UserSession } from './atoms.ts'
import { passwordProblem } from './new-account.ts'
import { SessionList } from './session-list.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'
import { useFormSubmit } from './use-form-submit.ts'
import styles from './user-centre.module.css'

const LinkedAccounts = lazyComponent(async () => (await import('./linked-accounts.tsx')).LinkedAccounts)

const tabs = ['profile', 'security', 'preferences', 'notices', 'tokens'] as const
type TabId = (typeof tabs)[number]

/** Loads the sessions of one kind. */
function LoadedSessions(props: { kind: UserSession['kind']; children: (list: UserSession[]) => ReactNode }) {
  const { kind, children } = props
  const { t } = useTranslation('account')
  const [result, run] = useAtom(sessionListAtom)
  return (
    <QueryBoundary
      result={result}
      onRetry={() => void run('again')}
      failed={t('sessions.failed')}
      waiting={<SkeletonText lines={4} />}
    >
      {(list) => children(list.filter((one) => one.kind === kind))}
    </QueryBoundary>
  )
}

/** The current user's access tokens and a form to create one. */
function TokensPanel({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('account')
  // below a list whose length is known: it would move when the list appears
  const isKnown = useAtomValue(sessionListAtom) !== undefined
  return (
    <section className={styles.section}>
      <h2>{t('tokens.title')}</h2>
      <p className={styles.hint}>{t('tokens.text')}</p>
      <LoadedSessions kind="access">{(tokens) => <TokenList tokens={tokens} />}</LoadedSessions>
      {isKnown && (user.is_sso === '0' ? <TokenForm /> : <p className={styles.hint}>{t('tokens.byLink')}</p>)}
    </section>
  )
}

const empty = { password: '', new_password: '', confirm_password: '' }
type BoxName = keyof typeof empty

/** The form to change the password; asks for the current one. */
function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('account')
  const [typed, setTyped] = useState(empty)
  const change = useSetAtom(changePasswordAtom)
  const { form, busy, error: rejected, run, setError: reject } = useFormSubmit()
  const box = (name: BoxName) => ({
    name,
    value: typed[name],
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  // The server calls the new password "password".
  const rejectedField =
    rejected?.field === 'password' && rejected.errorName !== 'oldPasswordWrong' ? 'new_password' : rejected?.field
  const blamed: string | undefined = rejected?.errorName === undefined ? rejected?.field : rejectedField
  const errorOf = (name: BoxName) => (blamed === name ? rejected?.message : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { password, new_password, confirm_password } = typed
    if (password === '') return reject('password', () => i18next.t('account:change.oldMissing'))
    const problem = passwordProblem(new_password, username)
    if (problem) return reject('new_password', () => i18next.t(`account:problem.${problem}`))
    if (new_password !== confirm_password)
      return reject('confirm_password', () => i18next.t('account:problem.passwordsDiffer'))
    if ((await run(() => change({ password, new_password }))) !== 'done') return
    setTyped((now) => (now === typed ? empty : now))
    toast.ok(localized(() => i18next.t('account:change.done')))
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <input type="hidden" name="username" value={username} autoComplete="username" />
      <Field label={t('change.old')} error={errorOf('password')}>
        <PasswordInput {...box('password')} autoComplete="current-password" />
      </Field>
      <Field label={t('change.new')} help={t('passwordRule')} error={errorOf('new_password')}>
        <PasswordInput {...box('new_password')} autoComplete="new-password" strength />
      </Field>
      <Field label={t('change.again')} error={errorOf('confirm_password')}>
        <PasswordInput {...box('confirm_password')} autoComplete="new-password" />
      </Field>
      {rejected && !blamed && <Banner tone="danger">{rejected.message}</Banner>}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('change.submit')}
        </Button>
      </div>
    </form>
  )
}

const SecondStepPanel = lazyComponent(async () => (await import('./second-step/second-step-panel.tsx')).SecondStepPanel)

/** The password form, the second step and the list of sessions. */
function SecurityPanel({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('account')
  return (
    <>
      <section className={styles.section}>
        <h2>{t('change.title')}</h2>
        <p className={styles.hint}>{t(user.is_sso === '0' ? 'change.text' : 'change.otherService')}</p>
        {user.is_sso === '0' && <PasswordForm username={user.username} />}
      </section>
      <LazyBoundary fallback={<SkeletonText lines={4} />}>
        <SecondStepPanel />
      </LazyBoundary>
      <LazyBoundary>
        <LinkedAccounts />
      </LazyBoundary>
      <section className={styles.section}>
        <h2>{t('sessions.title')}</h2>
        <p className={styles.hint}>{t('sessions.text')}</p>
        <LoadedSessions kind="session">{(sessions) => <SessionList sessions={sessions} />}</LoadedSessions>
      </section>
    </>
  )
}

const themes = [
  { value: 'system', icon: <SystemThemeIcon /> },
  { value: 'light', icon: <LightThemeIcon /> },
  { value: 'dark', icon: <DarkThemeIcon /> },
] as const

/** Theme, language, editor, width and keys. Each setting takes effect at once, in this browser. */
function PreferencesPanel() {
  const { t, i18n } = useTranslation('account')
  const [theme, setTheme] = useAtom(themeChoiceAtom)
  const [single, setSingle] = useState(singleKeysOn)
  const [isWide, setWide] = useAtom(wideTextAtom)
  const [mode, setMode] = useAtom(editorModeAtom)
  const changeSingle = (on: boolean) => {
    setSingle(on)
    setSingleKeys(on)
  }
  return (
    <>
      <RadioCards<ThemeChoice>
        label={t('preferences.theme')}
        value={theme}
        onValue={setTheme}
        options={themes.map(({ value, icon }) => ({ value, icon, label: t(`preferences.${value}`) }))}
      />
      <RadioGroup<Lang>
        label={t('preferences.language')}
        value={i18n.language === 'zh' ? 'zh' : 'en'}
        onValue={(lang) => void setLang(lang)}
        options={(['zh', 'en'] as const).map((value) => ({
          value,
          label: <span lang={value}>{langNames[value]}</span>,
        }))}
      />
      <RadioGroup<EditorMode>
        label={t('preferences.editor')}
        value={mode}
        onValue={setMode}
        options={[
          { value: 'split', label: t('preferences.split') },
          { value: 'source', label: t('preferences.source') },
          { value: 'visual', label: t('preferences.visual') },
        ]}
      />
      <Switch label={t('preferences.wide')} help={t('preferences.wideHelp')} checked={isWide} onChecked={setWide} />
      <Switch
        label={t('preferences.singleKeys')}
        help={t('preferences.singleKeysHelp')}
        checked={single}
        onChecked={changeSingle}
      />
    </>
  )
}

/** The profile: the fixed username, the editable name, and sign-out. */
function ProfilePanel({ user }: { user: CurrentUser }) {
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

const NoticesPanel = lazyComponent(async () => (await import('#web/features/account/notices/index.tsx')).NoticesPanel)

/** The address, mail and webhooks of the user. */
const Notices = () => (
  <Suspense fallback={<Loading />}>
    <NoticesPanel styles={{ section: styles['section'], form: styles['form'], hint: styles['hint'] }} />
  </Suspense>
)

const panels: Record<TabId, ComponentType<{ user: CurrentUser }>> = {
  profile: ProfilePanel,
  security: SecurityPanel,
  preferences: PreferencesPanel,
  notices: Notices,
  tokens: TokensPanel,
}

/** The user centre: profile, password and sessions, preferences, access tokens. The tab is in the URL. */
export function UserCentre() {
  const { t } = useTranslation('account')
  const user = useAtomValue(sessionAtom)
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'profile'
  const Panel = panels[tab]
  useTitle(user ? t('centre.title') : undefined)
  useEffect(() => {
    if (!user) navigate('/user/login?redirect=/user/setting', { replace: true })
  }, [user])
  if (!user) return null
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('centre.title')}</h1>
      <Tabs
        label={t('centre.title')}
        tabs={tabs.map((id) => ({ id, label: t(`centre.${id}`) }))}
        value={tab}
        onValue={(id) => setQuery({ tab: id }, { replace: true })}
      >
        <div className={styles.panel}>
          <Panel user={user} />
        </div>
      </Tabs>
    </div>
  )
}

import i18next from 'i18next'
import { atom, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import {
  FormCard,
  type FormError,
  firstProblem,
  NewAccountFields,
  useFormSubmit,
} from '#web/features/account/sign-in/index.tsx'
import { beginGettingStarted } from '#web/features/item/list/index.tsx'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { href, navigate, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './setup.module.css'
import {
  parseSetupCode,
  type SetupForm,
  type SetupStep,
  type StepProps,
  setupSteps,
  stepWithError,
} from './setup-form.ts'

const stepNotes = { start: 'start.note', administrator: 'administrator.note', site: 'site.note' } as const

const firstForm = (): SetupForm => ({
  setup_code: parseSetupCode(window.location.search),
  username: '',
  password: '',
  confirm_password: '',
  site_name: boot.site_name,
  register_open: false,
})

/** Setup, step 2: the administrator's account. */
function AdministratorStep(props: StepProps & { refused: FormError | undefined; onChanged: () => void }) {
  const { form, onForm, refused: formError, onChanged } = props
  const change = (part: Partial<typeof form>) => {
    if (formError) onChanged()
    onForm({ ...form, ...part })
  }
  return (
    <NewAccountFields
      account={form}
      onAccount={change}
      errors={formError?.field ? { [formError.field]: formError.message } : {}}
      autoFocus={form.username === ''}
    />
  )
}

/** Checks the setup code from the server's log. @throws {ApiError} setupCodeWrong, tooManyTries, setupDone */
const checkCodeAtom = atom(null, (_get, _set, setup_code: string) => api.setup.check({ setup_code: setup_code.trim() }))

/** Creates the administrator, names the site and signs in. */
const setUpAtom = atom(null, async (_get, set, form: SetupForm) => {
  const { site_name, ...rest } = form
  await api.setup.create({
    ...rest,
    setup_code: form.setup_code.trim(),
    username: form.username.trim(),
    ...(trimName(site_name) && { site_name }),
  })
  beginGettingStarted()
  await set(signedInAtom)
})

const stepTitles = { start: 'start.title', administrator: 'administrator.title', site: 'site.title' } as const

/** The progress of the setup. */
function Steps({ current }: { current: SetupStep }) {
  const { t } = useTranslation('setup')
  const at = setupSteps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {setupSteps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-past={index < at || undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          {index + 1} {t(stepTitles[step])}
        </li>
      ))}
    </ol>
  )
}

/** Setup, step 3: the site's name and who may register. */
function SiteStep({ form, onForm }: StepProps) {
  const { t } = useTranslation('setup')
  return (
    <>
      <Field label={t('site.name')} help={t('site.nameHelp')}>
        <TextInput
          name="site_name"
          size="l"
          value={form.site_name}
          onValue={(site_name) => onForm({ ...form, site_name })}
          maxLength={100}
          autoFocus
        />
      </Field>
      <Checkbox
        label={t('site.register')}
        help={t('site.registerHelp')}
        checked={form.register_open}
        onChecked={(register_open) => onForm({ ...form, register_open })}
      />
    </>
  )
}

/** Setup, step 1: the interface language, which changes at once, and the setup code from the server's log. */
function FirstStep(props: StepProps & { refused: FormError | undefined; onChanged: () => void }) {
  const { form, onForm, refused: rejection, onChanged } = props
  const { t, i18n } = useTranslation('setup')
  return (
    <>
      <RadioCards<Lang>
        label={t('language.title')}
        hideLabel
        value={i18n.language === 'zh' ? 'zh' : 'en'}
        onValue={(lang) => void setLang(lang)}
        options={(['zh', 'en'] as const).map((value) => ({
          value,
          label: <span lang={value}>{langNames[value]}</span>,
        }))}
      />
      <Field
        label={t('code.label')}
        help={t('code.help')}
        error={rejection?.field === 'setup_code' && rejection.message}
      >
        <TextInput
          name="setup_code"
          size="l"
          mono
          value={form.setup_code}
          onValue={(setup_code) => {
            if (rejection) onChanged()
            onForm({ ...form, setup_code })
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
      </Field>
    </>
  )
}

function SetupCard() {
  const { t } = useTranslation(['setup', 'account'])
  const [form, setForm] = useState(firstForm)
  const [step, setStep] = useState<SetupStep>('start')
  const checkCode = useSetAtom(checkCodeAtom)
  const setUp = useSetAtom(setUpAtom)
  const { form: ref, busy, error: refused, run, setError: reject, clear } = useFormSubmit(step)
  useTitle(t('title'))
  useEffect(() => {
    // The code must not stay in the URL and the browser history.
    if (parseSetupCode(window.location.search)) navigate('/setup', { replace: true })
  }, [])

  const at = setupSteps.indexOf(step)
  const go = (by: 1 | -1) => {
    clear()
    setStep(setupSteps[at + by] ?? step)
  }
  const leaveStart = async () => {
    if (form.setup_code.trim() === '') return reject('setup_code', () => i18next.t('setup:code.missing'))
    if ((await run(() => checkCode(form.setup_code))) === 'done') go(1)
  }
  const leaveAdministrator = () => {
    const wrong = firstProblem(form)
    if (wrong) return reject(wrong.name, () => i18next.t(`account:problem.${wrong.problem}`))
    go(1)
  }
  const finish = async () => {
    const outcome = await run(() => setUp(form))
    // Reload the page, to start with the name and the language of the site.
    if (outcome === 'done') window.location.assign(href('/item/index'))
    else if (outcome !== 'ignored') setStep(stepWithError(outcome, step))
  }
  const actions: Record<SetupStep, () => unknown> = {
    start: leaveStart,
    administrator: leaveAdministrator,
    site: finish,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actions[step]()
  }
  return (
    <FormCard wide title={t('title')} note={t(stepNotes[step])}>
      <Steps current={step} />
      <form ref={ref} className={styles.form} noValidate onSubmit={submit}>
        {step === 'start' && <FirstStep form={form} onForm={setForm} refused={refused} onChanged={clear} />}
        {step === 'administrator' && (
          <AdministratorStep form={form} onForm={setForm} refused={refused} onChanged={clear} />
        )}
        {step === 'site' && <SiteStep form={form} onForm={setForm} />}
        {refused && !refused.field && (
          <Banner tone="danger">
            {refused.message} {refused.errorName === 'setupDone' && <a href={href('/user/login')}>{t('signIn')}</a>}
          </Banner>
        )}
        <div className={styles.buttons}>
          {at > 0 && (
            <Button size="l" onClick={() => go(-1)}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" variant="primary" size="l" busy={busy}>
            {t(step === 'site' ? 'finish' : 'next')}
          </Button>
        </div>
      </form>
    </FormCard>
  )
}

/** The setup: language, administrator, site. Redirects to sign-in once there is an administrator. */
export function Setup() {
  return boot.setup_needed ? <SetupCard /> : <RedirectTo path="/user/login" />
}

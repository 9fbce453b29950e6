import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { FormCard, firstProblem, RedirectTo, useFormSubmit } from '#web/features/account/sign-in/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, navigate, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdministratorStep } from './administrator-step.tsx'
import { checkCodeAtom, setUpAtom } from './atoms.ts'
import { FirstStep } from './first-step.tsx'
import styles from './setup.module.css'
import { parseSetupCode, type SetupForm, type SetupStep, setupSteps, stepWithError } from './setup-form.ts'
import { SiteStep } from './site-step.tsx'
import { Steps } from './steps.tsx'

const stepNotes = { start: 'start.note', administrator: 'administrator.note', site: 'site.note' } as const

const firstForm = (): SetupForm => ({
  setup_code: parseSetupCode(window.location.search),
  username: '',
  password: '',
  confirm_password: '',
  site_name: boot.site_name,
  register_open: false,
})

function SetupCard() {
  const { t } = useTranslation(['setup', 'account'])
  const [form, setForm] = useState(firstForm)
  const [step, setStep] = useState<SetupStep>('start')
  const checkCode = useSetAtom(checkCodeAtom)
  const setUp = useSetAtom(setUpAtom)
  const { form: ref, busy, error: refused, run, setError: refuse, clear } = useFormSubmit(step)
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
    if (form.setup_code.trim() === '') return refuse('setup_code', () => i18next.t('setup:code.missing'))
    if ((await run(() => checkCode(form.setup_code))) === 'done') go(1)
  }
  const leaveAdministrator = () => {
    const wrong = firstProblem(form)
    if (wrong) return refuse(wrong.name, () => i18next.t(`account:problem.${wrong.problem}`))
    go(1)
  }
  const finish = async () => {
    const outcome = await run(() => setUp(form))
    // Reload the page, to start with the name and the language of the site.
    if (outcome === 'done') window.location.assign(href('/item/index'))
    else if (outcome !== 'ignored') setStep(stepWithError(outcome, step))
  }
  const deeds: Record<SetupStep, () => unknown> = {
    start: leaveStart,
    administrator: leaveAdministrator,
    site: finish,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deeds[step]()
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

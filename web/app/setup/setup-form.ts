import type { FormError, NewAccount } from '#web/features/account/sign-in/index.tsx'

/** The data of the setup form. */
export interface SetupForm extends NewAccount {
  setup_code: string
  site_name: string
  register_open: boolean
}

/** The props of a setup step. */
export interface StepProps {
  form: SetupForm
  onForm: (form: SetupForm) => void
}

/** The setup steps in order. */
export const setupSteps = ['start', 'administrator', 'site'] as const

/** A setup step. */
export type SetupStep = (typeof setupSteps)[number]

/** Returns the step with the field that caused the error; the current step if there is none. */
export const stepWithError = (formError: FormError, step: SetupStep): SetupStep =>
  formError.field === undefined ? step : formError.field === 'setup_code' ? 'start' : 'administrator'

/** Returns the setup code of a URL: `/setup?code=ABCD-1234`. */
export const parseSetupCode = (search: string): string => new URLSearchParams(search).get('code')?.trim() ?? ''

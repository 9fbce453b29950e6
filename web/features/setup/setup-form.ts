import type { FormError, NewAccount } from '#web/features/account/index.tsx'

/** What the first run asks for. */
export interface SetupForm extends NewAccount {
  setup_code: string
  site_name: string
  register_open: boolean
}

/** What a step of the first run takes. */
export interface StepProps {
  form: SetupForm
  onForm: (form: SetupForm) => void
}

/** The steps of the first run, in their order. */
export const setupSteps = ['start', 'administrator', 'site'] as const

/** One step of the first run. */
export type SetupStep = (typeof setupSteps)[number]

/** The step that holds the box to blame; the step it happened on when there is none. */
export const stepWithError = (refused: FormError, step: SetupStep): SetupStep =>
  refused.field === undefined ? step : refused.field === 'setup_code' ? 'start' : 'administrator'

/** The setup code as it stands in an address: `/setup?code=ABCD-1234`. */
export const parseSetupCode = (search: string): string => new URLSearchParams(search).get('code')?.trim() ?? ''

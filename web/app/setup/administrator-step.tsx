import { type FormError, NewAccountFields } from '#web/features/account/sign-in/index.tsx'
import type { StepProps } from './setup-form.ts'

/** Setup, step 2: the administrator's account. */
export function AdministratorStep(props: StepProps & { refused: FormError | undefined; onChanged: () => void }) {
  const { form, onForm, refused, onChanged } = props
  const change = (part: Partial<typeof form>) => {
    if (refused) onChanged()
    onForm({ ...form, ...part })
  }
  return (
    <NewAccountFields
      account={form}
      onAccount={change}
      errors={refused?.field ? { [refused.field]: refused.message } : {}}
      autoFocus={form.username === ''}
    />
  )
}

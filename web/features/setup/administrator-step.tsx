import { NewAccountFields, type Refused } from '#web/features/account/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { StepProps } from './setup-form.ts'

/** First run, step 2: the setup code from the server's log, and who administers the site. */
export function AdministratorStep(props: StepProps & { refused: Refused | undefined; onChanged: () => void }) {
  const { form, onForm, refused, onChanged } = props
  const { t } = useTranslation('setup')
  const change = (part: Partial<typeof form>) => {
    if (refused) onChanged()
    onForm({ ...form, ...part })
  }
  return (
    <>
      <Field
        label={t('administrator.code')}
        help={t('administrator.codeHelp')}
        error={refused?.box === 'setup_code' && refused.message}
      >
        <TextInput
          name="setup_code"
          size="l"
          mono
          value={form.setup_code}
          onValue={(setup_code) => change({ setup_code })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus={form.setup_code === ''}
        />
      </Field>
      <NewAccountFields
        account={form}
        onAccount={change}
        errors={refused?.box ? { [refused.box]: refused.message } : {}}
        autoFocus={form.setup_code !== '' && form.username === ''}
      />
    </>
  )
}

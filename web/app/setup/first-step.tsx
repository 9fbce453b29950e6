import type { FormError } from '#web/features/account/sign-in/index.tsx'
import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { StepProps } from './setup-form.ts'

/** Setup, step 1: the interface language, which changes at once, and the setup code from the server's log. */
export function FirstStep(props: StepProps & { refused: FormError | undefined; onChanged: () => void }) {
  const { form, onForm, refused, onChanged } = props
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
      <Field label={t('code.label')} help={t('code.help')} error={refused?.field === 'setup_code' && refused.message}>
        <TextInput
          name="setup_code"
          size="l"
          mono
          value={form.setup_code}
          onValue={(setup_code) => {
            if (refused) onChanged()
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

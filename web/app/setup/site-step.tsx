import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { StepProps } from './setup-form.ts'

/** Setup, step 3: the site's name and who may register. */
export function SiteStep({ form, onForm }: StepProps) {
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

import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { ImportVisibility } from './report.ts'

/** What is asked for the item that an import makes. */
export interface NewItemValues {
  item_name: string
  visibility: ImportVisibility
  password: string
}

/** Name of the new item, and who may read it. */
export function NewItemFields(props: {
  values: NewItemValues
  choices: readonly ImportVisibility[]
  errors: Partial<Record<'item_name' | 'password', string | undefined>>
  onValues: (values: NewItemValues) => void
}) {
  const { values, choices, errors, onValues } = props
  const { t } = useTranslation('import')
  return (
    <>
      <Field label={t('new.name')} error={errors.item_name}>
        <TextInput
          value={values.item_name}
          onValue={(item_name) => onValues({ ...values, item_name })}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <RadioGroup<ImportVisibility>
        label={t('new.visibility')}
        value={values.visibility}
        onValue={(visibility) => onValues({ ...values, visibility })}
        options={choices.map((value) => ({
          value,
          label: t(`visibility.${value}`),
          help: t(`visibility.${value}Help`),
        }))}
      />
      {values.visibility === 'password' && (
        <Field label={t('new.password')} error={errors.password}>
          <PasswordInput
            value={values.password}
            onValue={(password) => onValues({ ...values, password })}
            autoComplete="off"
            maxLength={128}
          />
        </Field>
      )}
    </>
  )
}

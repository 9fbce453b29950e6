import type { Visibility } from '#contract/visibility.ts'
import { type VisibilityChoice, VisibilityField } from '#web/features/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

/** What is asked for the item that an import makes. */
export interface NewItemValues extends VisibilityChoice {
  item_name: string
}

/** Name of the new item, and who can see it. */
export function NewItemFields(props: {
  values: NewItemValues
  /** Who can see it as the file says; undefined for files that do not say. */
  ofFile: Visibility | undefined
  errors: Partial<Record<'item_name' | 'password', string | undefined>>
  onValues: (values: NewItemValues) => void
}) {
  const { values, ofFile, errors, onValues } = props
  const { t } = useTranslation('import')
  return (
    <>
      <Field label={t('new.name')} error={errors.item_name}>
        <TextInput
          name="item_name"
          value={values.item_name}
          onValue={(item_name) => onValues({ ...values, item_name })}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <VisibilityField
        choice={values}
        present={ofFile === 'password' ? 'file' : undefined}
        ofFile={ofFile}
        error={errors.password}
        onChoice={(part) => onValues({ ...values, ...part })}
      />
    </>
  )
}

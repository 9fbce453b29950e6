import type { Visibility } from '#shared/contract/visibility.ts'
import { type VisibilityChoice, VisibilityField } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

/** The values for the item that an import creates. */
export interface NewItemValues extends VisibilityChoice {
  item_name: string
}

/** Fields for the name and visibility of the new item. */
export function NewItemFields(props: {
  values: NewItemValues
  /** The visibility stored in the file; undefined for files without one. */
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

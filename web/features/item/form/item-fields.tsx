import type { ReactNode } from 'react'
import { type PresentPassword, VisibilityField } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { DomainField } from './domain-field.tsx'
import styles from './item-form.module.css'
import { nameMost } from './item-form.ts'
import { ReaderFields } from './reader-fields.tsx'
import type { ItemFormState } from './use-item-form.ts'

/** The fields of an item: name, description, visibility, custom address, and what readers may do. */
export function ItemFields(props: {
  state: ItemFormState
  /** Readers may be asked for feedback. */
  asksReaders: boolean
  /** The source of the access password the form starts with, if any. */
  passwordOf?: PresentPassword
  children?: ReactNode
}) {
  const { state, asksReaders, passwordOf = 'item', children } = props
  const { t } = useTranslation('item-form')
  const { form, first, errors, change, fields } = state
  return (
    <div ref={fields} className={styles.form}>
      {children}
      <Field label={t('form.name')} required error={errors.item_name?.text}>
        <TextInput
          name="item_name"
          value={form.item_name}
          onValue={(item_name) => change({ item_name })}
          autoComplete="off"
          maxLength={nameMost}
        />
      </Field>
      <Field label={t('form.description')} optional>
        <Textarea
          rows={2}
          value={form.item_description}
          onValue={(item_description) => change({ item_description })}
          maxLength={2000}
        />
      </Field>
      <VisibilityField
        choice={form}
        present={first.keepsPassword ? passwordOf : undefined}
        error={errors.password?.text}
        onChoice={change}
      />
      <DomainField
        domain={form.item_domain}
        onDomain={(item_domain) => change({ item_domain })}
        error={errors.item_domain?.text}
      />
      {asksReaders && <ReaderFields form={form} onForm={change} />}
      {errors.form && <Banner tone="danger">{errors.form.text}</Banner>}
    </div>
  )
}

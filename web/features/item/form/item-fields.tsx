import type { ReactNode } from 'react'
import { type PresentPassword, VisibilityField } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, useFieldProps } from '#web/ui/field.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from './item-form.module.css'
import { domainProblem, type ItemForm, nameMost } from './item-form.ts'
import type { ItemFormState } from './use-item-form.ts'

/** What readers of an item may do besides reading. */
function ReaderFields({ form, onForm }: { form: ItemForm; onForm: (part: Partial<ItemForm>) => void }) {
  const { t } = useTranslation('item-form')
  return (
    <Fieldset label={t('form.readers')}>
      <Checkbox
        name="allow_comment"
        label={t('form.comments')}
        help={t('form.commentsHelp')}
        checked={form.allow_comment}
        onChecked={(allow_comment) => onForm({ allow_comment })}
      />
      <Checkbox
        name="allow_feedback"
        label={t('form.helpful')}
        help={t('form.helpfulHelp')}
        checked={form.allow_feedback}
        onChecked={(allow_feedback) => onForm({ allow_feedback })}
      />
    </Fieldset>
  )
}

function AddressBox({ domain, onDomain }: { domain: string; onDomain: (domain: string) => void }) {
  const { id } = useFieldProps()
  return (
    <div className={styles.address}>
      <span className={styles.prefix} id={`${id}prefix`}>
        <span>{`${window.location.host}${href('/')}`}</span>
      </span>
      <TextInput
        name="item_domain"
        value={domain}
        onValue={onDomain}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={50}
      />
    </div>
  )
}

/** The custom address of an item, validated while typing. The server checks whether it is free. */
function DomainField(props: { domain: string; onDomain: (domain: string) => void; error: string | undefined }) {
  const { domain, onDomain, error } = props
  const { t } = useTranslation('item-form')
  const problem = domainProblem(domain.trim())
  const isShort = problem === 'domainShape' && /^[A-Za-z0-9]{1,2}$/.test(domain.trim()) // still being typed
  return (
    <Field
      label={t('form.domain')}
      optional
      help={t('form.domainHelp')}
      error={error ?? (problem && !isShort && t(`problem.${problem}`))}
    >
      <AddressBox domain={domain} onDomain={onDomain} />
    </Field>
  )
}

/** The fields of an item: name, description, visibility, custom address, and what readers may do. */
export function ItemFields(props: {
  state: ItemFormState
  /** Readers may be asked for feedback. */
  asksReaders: boolean
  /** The source of the access password the form starts with, if any. */
  passwordOf?: PresentPassword
  children?: ReactNode
}) {
  const { state, asksReaders: requestsFeedback, passwordOf = 'item', children } = props
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
      {requestsFeedback && <ReaderFields form={form} onForm={change} />}
      {errors.form && <Banner tone="danger">{errors.form.text}</Banner>}
    </div>
  )
}

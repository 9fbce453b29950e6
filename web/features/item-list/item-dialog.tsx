import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { ItemInput } from './atoms.ts'
import type { NewItemType } from './dialog-atom.ts'
import { DomainField } from './domain-field.tsx'
import styles from './item-dialog.module.css'
import { fieldOfRefusal, firstItemProblem, type ItemField, type ItemForm, inputOf } from './item-form.ts'
import { TypeField } from './type-field.tsx'
import { VisibilityFields } from './visibility-fields.tsx'

type Errors = Partial<Record<ItemField | 'form', string>>

/** The form of an item: type (only for a new one), name, description, who may read it, own address. */
export function ItemDialog(props: {
  title: string
  action: string
  first: ItemForm
  /** Asks for the type too, beginning with this one. */
  firstType?: NewItemType
  onClose: () => void
  /** The deed; what it rejects with is shown at the field it is about. */
  onSave: (input: ItemInput, item_type: NewItemType) => Promise<void>
}) {
  const { title, action, first, firstType, onClose, onSave } = props
  const { t } = useTranslation(['item-list', 'common'])
  const [form, setForm] = useState(first)
  const [type, setType] = useState(firstType ?? '0')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const change = (part: Partial<ItemForm>) => {
    setForm({ ...form, ...part })
    setErrors({})
  }
  const show = (next: Errors) => {
    setErrors(next)
    const [name] = Object.keys(next)
    window.setTimeout(() => {
      const box = body.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) // drawn by now
      box?.focus()
      box?.scrollIntoView({ block: 'center' })
    })
  }
  const submit = async () => {
    if (busy) return
    const wrong = firstItemProblem(form)
    if (wrong) return show({ [wrong.field]: t(`problem.${wrong.problem}`) })
    setBusy(true)
    try {
      await onSave(inputOf(form), type)
    } catch (error) {
      const field = error instanceof ApiError ? fieldOfRefusal(error.errorName) : undefined
      show({ [field ?? 'form']: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const dirty = JSON.stringify(form) !== JSON.stringify(first)
  useEffect(() => {
    const text = [form.item_name, form.item_description].filter(Boolean).join('\n')
    return registerUnsaved('item-dialog', () => (dirty ? { title, text } : undefined))
  }, [dirty, title, form])
  return (
    <Dialog
      open
      size="m"
      title={title}
      dirty={dirty && !busy}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.form}>
        {firstType && <TypeField type={type} onType={setType} />}
        <Field label={t('form.name')} required error={errors.item_name}>
          <TextInput
            name="item_name"
            value={form.item_name}
            onValue={(item_name) => change({ item_name })}
            autoComplete="off"
            maxLength={200}
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
        <VisibilityFields form={form} wasPrivate={first.keepsPassword} error={errors.password} onForm={change} />
        <DomainField
          domain={form.item_domain}
          onDomain={(item_domain) => change({ item_domain })}
          error={errors.item_domain}
        />
        {errors.form && <Banner tone="danger">{errors.form}</Banner>}
      </div>
    </Dialog>
  )
}

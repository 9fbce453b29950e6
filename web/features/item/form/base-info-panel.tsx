import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useFetch } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { readBaseInfo, updateItemAtom } from './atoms.ts'
import { ItemFields } from './item-fields.tsx'
import styles from './item-form.module.css'
import { type ItemForm, savedForm } from './item-form.ts'
import { useItemForm } from './use-item-form.ts'

function Form(props: { item_id: string; first: ItemForm; asksReaders: boolean; onSaved: (() => void) | undefined }) {
  const { item_id, first, asksReaders: requestsFeedback, onSaved } = props
  const { t } = useTranslation('item-form')
  const updateItem = useSetAtom(updateItemAtom)
  const [stored, setStored] = useState(first)
  const state = useItemForm(t('form.editTitle'), stored, async (input) => {
    await updateItem(item_id, input)
    toast.ok(localized(() => i18next.t('item-form:form.saved', { name: input.item_name })))
    onSaved?.()
    const saved = savedForm(input)
    setStored(saved)
    return saved
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void state.submit()
  }
  return (
    <form className={styles.panel} noValidate onSubmit={submit}>
      <ItemFields state={state} asksReaders={requestsFeedback} />
      <div>
        <Button type="submit" variant="primary" busy={state.busy} disabled={!state.dirty}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}

/** The base info form of an item, as part of a screen. */
export function BaseInfoPanel({ item_id, onSaved }: { item_id: string; onSaved?: () => void }) {
  const { t } = useTranslation('item-form')
  const [result, again] = useFetch(item_id, (signal) => readBaseInfo(item_id, signal))
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('form.failed')} waiting={<SkeletonText lines={6} />}>
      {({ form: first, isArchived, asksReaders }) => {
        const form = <Form item_id={item_id} first={first} asksReaders={asksReaders} onSaved={onSaved} />
        if (!isArchived) return form
        return (
          <fieldset disabled className={styles.panel}>
            {form}
          </fieldset>
        )
      }}
    </QueryBoundary>
  )
}

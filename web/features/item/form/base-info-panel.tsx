import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useMemo, useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { baseInfoAtom, updateItemAtom } from './atoms.ts'
import { ItemFields } from './item-fields.tsx'
import styles from './item-form.module.css'
import { type ItemForm, savedForm } from './item-form.ts'
import { useItemForm } from './use-item-form.ts'

function Form(props: { item_id: string; first: ItemForm; asksReaders: boolean; onSaved: (() => void) | undefined }) {
  const { item_id, first, asksReaders, onSaved } = props
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
      <ItemFields state={state} asksReaders={asksReaders} />
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
  const [version, setVersion] = useState(0)
  const loaded = useAtomValue(useMemo(() => baseInfoAtom(item_id, version), [item_id, version]))
  if (!loaded)
    return (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    )
  if ('error' in loaded) {
    const { error } = loaded
    return (
      <LoadError
        text={t('form.failed')}
        message={getErrorMessage(error)}
        requestId={getRequestId(error)}
        onRetry={() => setVersion(version + 1)}
      />
    )
  }
  if (loaded.isArchived) {
    return (
      <fieldset disabled className={styles.panel}>
        <Form item_id={item_id} first={loaded.form} asksReaders={loaded.asksReaders} onSaved={onSaved} />
      </fieldset>
    )
  }
  return <Form item_id={item_id} first={loaded.form} asksReaders={loaded.asksReaders} onSaved={onSaved} />
}

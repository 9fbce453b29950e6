import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useFetch } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { readBaseInfo, updateItemAtom } from './atoms.ts'
import { ItemDialog } from './item-dialog.tsx'
import type { ItemInput } from './item-form.ts'

/** The dialog that edits the base info of an item. */
export function EditItem(props: { item_id: string; onClose: () => void; onSaved?: (input: ItemInput) => void }) {
  const { item_id, onClose, onSaved } = props
  const { t } = useTranslation('item-form')
  const close = useMountedCallback(onClose)
  const updateItem = useSetAtom(updateItemAtom)
  const [loaded] = useFetch(item_id, (signal) => readBaseInfo(item_id, signal))
  if (!loaded) return null
  if ('error' in loaded) {
    return (
      <Dialog open onClose={onClose} title={t('form.editTitle')}>
        <Banner tone="danger">{getErrorMessage(loaded.error)}</Banner>
      </Dialog>
    )
  }
  return (
    <ItemDialog
      title={t('form.editTitle')}
      action={t('form.save')}
      first={loaded.value.form}
      asksReaders={loaded.value.asksReaders}
      onClose={onClose}
      onSave={async (input) => {
        await updateItem(item_id, input)
        close()
        toast.ok(localized(() => i18next.t('item-form:form.saved', { name: input.item_name })))
        onSaved?.(input)
      }}
    />
  )
}

import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import type { Visibility } from '#shared/contract/visibility.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { toast } from '#web/ui/toast.ts'
import { copyItemAtom } from './atoms.ts'
import { ItemDialog } from './item-dialog.tsx'
import { toCopyForm } from './item-form.ts'

/** The source of a copy. */
export interface CopySource {
  item_id: string
  item_name: string
  item_description?: string
  visibility?: Visibility
}

/** The dialog that copies an item under another name; its success message links to the copy. */
export function CopyItem({ source, onClose }: { source: CopySource; onClose: () => void }) {
  const { t } = useTranslation('item-form')
  const close = useMountedCallback(onClose)
  const copyItem = useSetAtom(copyItemAtom)
  return (
    <ItemDialog
      title={t('copy.title', { name: source.item_name })}
      note={t('copy.note')}
      action={t('copy.action')}
      first={toCopyForm(source)}
      asksReaders={false}
      passwordOf="source"
      onClose={onClose}
      onSave={async (input) => {
        const item_id = await copyItem(source.item_id, input)
        close()
        const run = () => navigate(`/${input.item_domain || item_id}`)
        toast.ok(
          localized(() => i18next.t('item-form:copy.done', { name: input.item_name })),
          { action: { label: localized(() => i18next.t('item-form:copy.open')), run } },
        )
      }}
    />
  )
}

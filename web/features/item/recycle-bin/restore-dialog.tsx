import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { CatalogSelect } from '#web/features/tree/folders/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { restoreAtom } from './atoms.ts'
import type { RecycledEntry } from './entries.ts'
import styles from './recycle.module.css'

/** Asks for confirmation before entries are restored, and for a destination when their catalog is deleted. */
export function RestoreDialog(props: {
  item_id: string
  entries: readonly RecycledEntry[]
  onClose: () => void
  /** Called with the restored entries; with an empty list after an error, when some may have been restored. */
  onRestored: (done: readonly RecycledEntry[]) => void
}) {
  const { item_id, entries, onClose, onRestored } = props
  const { t } = useTranslation(['recycle', 'common'])
  const close = useMountedCallback(onClose)
  const restore = useSetAtom(restoreAtom)
  const [cat_id, setCatalog] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const [only] = entries
  const name = only?.name ?? ''
  const count = entries.length
  const homeless = entries.filter(({ isCatalogGone: isPlaceGone }) => isPlaceGone).length
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await restore(item_id, entries, cat_id)
      close()
      onRestored(entries)
      toast.ok(
        localized(() =>
          count === 1 ? i18next.t('recycle:restored', { name }) : i18next.t('recycle:restoredMany', { count }),
        ),
      )
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
      onRestored([])
    }
  }
  const effect = () => {
    if (count > 1) return t('restore.many', { count })
    if (only?.kind === 'catalog') {
      return only.page_count > 0 ? t('restore.catalog', { count: only.page_count }) : t('restore.catalogEmpty')
    }
    if (homeless > 0) return t('restore.homeless')
    return only?.path ? t('restore.into', { path: only.path }) : t('restore.top')
  }
  return (
    <Dialog
      open
      compact
      title={count === 1 ? t('restore.title', { name }) : t('restore.titleMany', { count })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('restore.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{effect()}</p>
        {homeless > 0 && (
          <Field label={t('restore.place')} {...(count > 1 && { help: t('restore.placeHelp', { count: homeless }) })}>
            <CatalogSelect item_id={item_id} value={cat_id} onValue={setCatalog} />
          </Field>
        )}
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}

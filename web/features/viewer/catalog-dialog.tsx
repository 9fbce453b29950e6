import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { CatalogNode } from '#web/features/tree/index.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { addCatalogAtom, renameCatalogAtom } from './atoms.ts'
import { useViewedItem } from './viewed-item.ts'

/** Asks for the name of a new catalog in `parent` (or at the top), or for another name of `catalog`. */
export function CatalogDialog(props: { catalog?: CatalogNode; parent: CatalogNode | undefined; onClose: () => void }) {
  const { catalog, parent, onClose } = props
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const [name, setName] = useState(catalog?.title ?? '')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const add = useSetAtom(addCatalogAtom)
  const rename = useSetAtom(renameCatalogAtom)
  const save = async () => {
    const wanted = name.trim()
    if (busy) return
    if (wanted === '') return setError(t('catalog.nameNeeded'))
    setBusy(true)
    try {
      if (catalog) await rename(item, catalog, wanted)
      else await add(item, parent, wanted)
      onClose()
      toast.ok(t(catalog ? 'catalog.renamed' : 'catalog.added', { name: wanted }))
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void save()}
      title={t(catalog ? 'catalog.rename' : 'catalog.new')}
      note={!catalog && parent ? t('catalog.inside', { parent: parent.title }) : undefined}
      dirty={name.trim() !== (catalog?.title ?? '')}
      footer={
        <>
          <Button onClick={onClose}>{t('catalog.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(catalog ? 'catalog.save' : 'catalog.create')}
          </Button>
        </>
      }
    >
      <Field label={t('catalog.name')} error={error}>
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onValue={(value) => {
            setName(value)
            setError(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}

import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import type { CatalogNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { addCatalogAtom } from './mutations.ts'
import { formatCatalogPath } from './use-move.ts'

/** Asks for the name of a new catalog in `parent`, or at the top level. */
export function NewCatalog(props: {
  item_id: string
  parent: CatalogNode | undefined
  onClose: () => void
  /** Called after it was created. */
  onDone?: () => void
}) {
  const { item_id, parent, onClose, onDone } = props
  const { t } = useTranslation('catalog')
  const close = useMountedCallback(onClose)
  const done = useMountedCallback(onDone)
  const [name, setName] = useState('')
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const add = useSetAtom(addCatalogAtom)
  const save = async () => {
    const wanted = trimName(name)
    if (busy) return
    if (wanted === '') return setError(localized(() => i18next.t('catalog:new.nameNeeded')))
    setBusy(true)
    try {
      await add(item_id, parent?.id ?? '0', wanted)
      done()
      close()
      toast.ok(localized(() => i18next.t('catalog:new.done', { name: wanted })))
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void save()}
      title={t('new.title')}
      note={parent && t('new.inside', { parent: formatCatalogPath(parent) })}
      dirty={name.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose}>{t('new.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('new.create')}
          </Button>
        </>
      }
    >
      <Field label={t('new.name')} error={error?.text}>
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onValue={(value) => {
            setName(value)
            setError(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}

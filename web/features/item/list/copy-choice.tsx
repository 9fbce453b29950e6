import i18next from 'i18next'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CopyItem } from '#web/features/item/form/index.tsx'
import { cachedItemsAtom } from '#web/features/item/my-items/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'

/** Asks which item to copy, then for the name of the copy. */
export function CopyChoice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['item-list', 'common'])
  const items = useAtomValue(cachedItemsAtom) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSure, setSure] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const source = items.find(({ item_id }) => item_id === chosen)
  if (isSure && source) return <CopyItem source={source} onClose={onClose} />
  return (
    <Dialog
      open
      title={t('copy.title')}
      onClose={onClose}
      onSubmit={() => (source ? setSure(true) : setError(localized(() => i18next.t('item-list:copy.missing'))))}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('copy.next')}
          </Button>
        </>
      }
    >
      <Field label={t('copy.source')} error={error?.text} required>
        <Combobox
          options={items.map((item) => ({
            value: item.item_id,
            label: item.item_name,
            hint: getOwnerName(item),
          }))}
          placeholder={t('copy.type')}
          value={chosen}
          onValue={(value) => {
            setChosen(value)
            setError(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}

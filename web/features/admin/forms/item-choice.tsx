import { useAtomValue } from 'jotai'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { itemOptionsAtom } from './item-options.ts'

/** Field that selects one of the site's items by id or domain. */
export function ItemChoice({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('admin')
  const { value: items = [], isBusy } = useAtomValue(itemOptionsAtom)
  const known = items.find((item) => item.item_id === value || item.item_domain === value)
  const options = items.map((item) => ({
    value: item === known ? value : item.item_id,
    label: item.item_name,
    hint: [item.item_domain && `/${item.item_domain}`, getOwnerName(item)].filter(Boolean).join(' · '),
  }))
  const unknown = value !== '' && !known ? [{ value, label: value, hint: isBusy ? '' : t('form.itemUnknown') }] : []
  return (
    <Combobox
      options={[...unknown, ...options]}
      value={value === '' ? null : value}
      onValue={(next) => onValue(next ?? '')}
      placeholder={t('form.itemPlaceholder')}
      emptyText={t('form.itemNone')}
    />
  )
}

import { useTranslation } from '#web/lib/i18n.ts'
import { RegularItemIcon, SinglePageIcon } from '#web/ui/icons.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { NewItemType } from './dialog-atom.ts'

/** The type of a new item. It stays as it is. */
export function TypeField({ type, onType }: { type: NewItemType; onType: (type: NewItemType) => void }) {
  const { t } = useTranslation('item-list')
  return (
    <RadioCards<NewItemType>
      label={t('form.type')}
      value={type}
      onValue={onType}
      options={[
        { value: '0', icon: <RegularItemIcon data-size="20" />, label: t('type.regular'), help: t('type.regularHelp') },
        { value: '2', icon: <SinglePageIcon data-size="20" />, label: t('type.single'), help: t('type.singleHelp') },
      ]}
    />
  )
}

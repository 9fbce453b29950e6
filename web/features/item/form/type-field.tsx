import { useTranslation } from '#web/lib/i18n.ts'
import { ApiItemIcon, RegularItemIcon, SheetItemIcon, SinglePageIcon } from '#web/ui/icons.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { NewItemType } from './atoms.ts'

const types = [
  { value: '0', key: 'regular', Icon: RegularItemIcon },
  { value: '2', key: 'single', Icon: SinglePageIcon },
  { value: '4', key: 'sheet', Icon: SheetItemIcon },
  { value: '3', key: 'api', Icon: ApiItemIcon },
] as const

/** The type of a new item, which cannot be changed later. */
export function TypeField({ type, onType }: { type: NewItemType; onType: (type: NewItemType) => void }) {
  const { t } = useTranslation(['item-form', 'my-items'])
  return (
    <RadioCards<NewItemType>
      label={t('form.type')}
      value={type}
      onValue={onType}
      options={types.map(({ value, key, Icon }) => ({
        value,
        icon: <Icon data-size="20" />,
        label: t(`my-items:type.${key}`),
        help: t(`typeHelp.${key}`),
      }))}
    />
  )
}

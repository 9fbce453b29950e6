import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ApiItemIcon, RegularItemIcon, SheetItemIcon, SinglePageIcon } from '#web/ui/icons.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.ts'
import { addItemAtom, type NewItemType } from './atoms.ts'
import { ItemDialog } from './item-dialog.tsx'
import { emptyForm, supportsFeedback } from './item-form.ts'

const types = [
  { value: '0', key: 'regular', Icon: RegularItemIcon },
  { value: '2', key: 'single', Icon: SinglePageIcon },
  { value: '4', key: 'sheet', Icon: SheetItemIcon },
  { value: '3', key: 'api', Icon: ApiItemIcon },
] as const

/** The type of a new item, which cannot be changed later. */
function TypeField({ type, onType }: { type: NewItemType; onType: (type: NewItemType) => void }) {
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

/** The dialog that creates an item and opens it. */
export function NewItem({ item_type, onClose }: { item_type: NewItemType; onClose: () => void }) {
  const { t } = useTranslation('item-form')
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const addItem = useSetAtom(addItemAtom)
  const [type, setType] = useState(item_type)
  return (
    <ItemDialog
      title={t('form.newTitle')}
      action={t('form.create')}
      first={emptyForm}
      asksReaders={supportsFeedback(type)}
      onClose={onClose}
      onSave={async (input) => {
        const item_id = await addItem(type, input)
        close()
        toast.ok(localized(() => i18next.t('item-form:form.created', { name: input.item_name })))
        goTo(`/${input.item_domain || item_id}`)
      }}
    >
      <TypeField type={type} onType={setType} />
    </ItemDialog>
  )
}

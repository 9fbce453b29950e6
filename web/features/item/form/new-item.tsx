import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { type ItemTypeName, itemTypes } from '#shared/item-types.ts'
import { TypeIcon } from '#web/features/item/my-items/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.ts'
import { addItemAtom } from './atoms.ts'
import { ItemDialog } from './item-dialog.tsx'
import { emptyForm } from './item-form.ts'

/** The type of a new item, which cannot be changed later. */
function TypeField({ type, onType }: { type: ItemTypeName; onType: (type: ItemTypeName) => void }) {
  const { t } = useTranslation(['item-form', 'my-items'])
  return (
    <RadioCards<ItemTypeName>
      label={t('form.type')}
      value={type}
      onValue={onType}
      options={Object.values(itemTypes).map(({ name, numbers }) => ({
        value: name,
        icon: <TypeIcon item_type={numbers[0]} />,
        label: t(`my-items:type.${name}`),
        help: t(`my-items:typeHelp.${name}`),
      }))}
    />
  )
}

/** The dialog that creates an item and opens it. */
export function NewItem({ first, onClose }: { first: ItemTypeName; onClose: () => void }) {
  const { t } = useTranslation('item-form')
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const addItem = useSetAtom(addItemAtom)
  const [type, setType] = useState(first)
  return (
    <ItemDialog
      title={t('form.newTitle')}
      action={t('form.create')}
      first={emptyForm}
      asksReaders={itemTypes[type].allowsFeedback}
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

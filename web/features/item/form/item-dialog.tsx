import type { ReactNode } from 'react'
import type { PresentPassword } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ItemFields } from './item-fields.tsx'
import type { ItemForm, ItemInput } from './item-form.ts'
import { useItemForm } from './use-item-form.ts'

/** The item form in a dialog. */
export function ItemDialog(props: {
  title: string
  note?: ReactNode
  action: string
  first: ItemForm
  asksReaders: boolean
  /** The source of the access password the form starts with, if any. */
  passwordOf?: PresentPassword
  onClose: () => void
  /** Saves the form; a rejection is shown at the field it is about. */
  onSave: (input: ItemInput) => Promise<void>
  /** Content above the fields. */
  children?: ReactNode
}) {
  const { title, note, action, first, asksReaders: requestsFeedback, passwordOf, onClose, onSave, children } = props
  const { t } = useTranslation('common')
  const state = useItemForm(title, first, onSave)
  return (
    <Dialog
      open
      size="m"
      title={title}
      {...(note ? { note } : {})}
      dirty={state.dirty && !state.busy}
      onClose={onClose}
      onSubmit={() => void state.submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={state.busy}>
            {action}
          </Button>
        </>
      }
    >
      <ItemFields state={state} asksReaders={requestsFeedback} {...(passwordOf && { passwordOf })}>
        {children}
      </ItemFields>
    </Dialog>
  )
}

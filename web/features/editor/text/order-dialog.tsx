import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { setOrderAtom } from './draft-atoms.ts'
import { orderAtom } from './session.ts'

/** Asks for the sort number of the page; it takes effect with the next save. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-editor')
  const order = useAtomValue(orderAtom)
  const setOrder = useSetAtom(setOrderAtom)
  const [typed, setTyped] = useState(String(order))
  const [error, setError] = useState('')
  const submit = () => {
    if (!/^-?\d{1,15}$/.test(typed.trim())) return setError(t('order.wrong'))
    if (Number(typed) !== order) setOrder(Number(typed))
    onClose()
  }
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={t('order.title')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('order.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('order.action')}
          </Button>
        </>
      }
    >
      <Field label={t('order.label')} help={t('order.help')} error={error}>
        <TextInput
          inputMode="numeric"
          value={typed}
          onValue={(next) => {
            setTyped(next)
            setError('')
          }}
          onFocus={(event) => event.target.select()}
        />
      </Field>
    </Dialog>
  )
}

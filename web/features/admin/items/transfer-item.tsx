import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { type SiteItem, transferItemAtom } from './atoms.ts'

/** Dialog to transfer an item to another user. */
export function TransferItem({ item, onClose }: { item: SiteItem; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const transfer = useSetAtom(transferItemAtom)
  const nameOf = useAtomValue(displayNameAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const name = item.item_name
  const submit = async () => {
    const [username] = receiver
    if (busy) return
    if (!username) return setFailure(localized(() => i18next.t('admin:items.transfer.missing')))
    setBusy(true)
    setFailure(undefined)
    try {
      await transfer(item, username)
      close()
      toast.ok(localized(() => i18next.t('admin:items.transfer.done', { name, username: nameOf(username) })))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('items.transfer.title', { name })}
      note={t('items.transfer.text', { owner: getOwnerName(item) })}
      dirty={receiver.length > 0}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('items.transfer.action')}
          </Button>
        </>
      }
    >
      <Field label={t('items.transfer.receiver')} error={failure?.text}>
        <UserPicker single value={receiver} onValue={setReceiver} exclude={[item.username]} />
      </Field>
    </Dialog>
  )
}

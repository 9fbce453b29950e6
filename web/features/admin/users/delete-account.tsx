import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { UserPicker } from '#web/features/account/user-picker/index.tsx'
import { fullName } from '#web/lib/display-name.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../dialog-form.module.css'
import { QueryBoundary } from '../query-boundary.tsx'
import { type Account, deleteAccountAtom, type OwnedItem, ownedItemsAtom } from './atoms.ts'

const mostNames = 5

function OwnedItems({ items }: { items: readonly OwnedItem[] }) {
  const { t } = useTranslation('admin')
  const more = items.length - mostNames
  return (
    <ul className={styles.names}>
      {items.slice(0, mostNames).map((item) => (
        <li key={item.item_id}>{item.item_name}</li>
      ))}
      {more > 0 && <li>{t('users.delete.more', { count: more, shown: formatCount(more) })}</li>}
    </ul>
  )
}

/**
 * Asks for confirmation before an account is deleted, says what happens to its data, and selects the new owner of its
 * items.
 */
export function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const me = useAtomValue(sessionAtom)
  const [owned, askAgain] = useAtom(ownedItemsAtom)
  const deleteAccount = useSetAtom(deleteAccountAtom)
  const [receiver, setReceiver] = useState<readonly string[]>(me ? [me.username] : [])
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<LocalizedText>()
  const name = fullName(account)
  const items = owned.value
  const busy = done !== undefined
  const submit = async () => {
    if (busy || !items) return
    const [to = ''] = receiver
    if (items.length > 0 && to === '')
      return setFailure(localized(() => i18next.t('admin:users.delete.receiverMissing')))
    setFailure(undefined)
    setDone(0)
    try {
      await deleteAccount(account, to, setDone)
      close()
      toast.ok(localized(() => i18next.t('admin:users.delete.done', { name })))
    } catch (error) {
      setFailure(errorText(error))
      await askAgain()
    } finally {
      setDone(undefined)
    }
  }
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={t('users.delete.title', { name })}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!items}>
            {t('users.delete.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('users.delete.text', { name })}</p>
        <QueryBoundary asked={owned} onRetry={() => void askAgain()}>
          {(list) =>
            list.length === 0 ? (
              <p>{t('users.delete.noItems', { name })}</p>
            ) : (
              <div className={styles.form}>
                <p>{t('users.delete.items', { count: list.length, name })}</p>
                <OwnedItems items={list} />
                <Field label={t('users.delete.receiver')} help={t('users.delete.receiverHelp')}>
                  <UserPicker single value={receiver} onValue={setReceiver} exclude={[name]} />
                </Field>
              </div>
            )
          }
        </QueryBoundary>
        {busy && items && items.length > 0 && (
          <Progress
            value={done}
            max={items.length}
            label={t('users.delete.progress', { done: formatCount(done), count: items.length })}
          />
        )}
        {failure && <Banner tone="danger">{failure.text}</Banner>}
      </div>
    </Dialog>
  )
}

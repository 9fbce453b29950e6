import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { ItemParamsDialog } from '#web/features/api-docs/form/index.tsx'
import { ApiChangesDialog } from '#web/features/item/api-changes/index.tsx'
import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type DestructiveAction, destructiveActionAtom, type ItemDialogState, leaveItemAtom } from './atoms.ts'
import type { MenuItem } from './item.ts'
import styles from './item-dialogs.module.css'

const form = () => import('#web/features/item/form/index.tsx')
const EditItem = lazyComponent(async () => (await form()).EditItem)
const CopyItem = lazyComponent(async () => (await form()).CopyItem)
const ImportDialog = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportDialog)
const OpenApiDialog = lazyComponent(async () => (await import('#web/features/item/api-key/index.tsx')).OpenApiDialog)
const RecycleDialog = lazyComponent(
  async () => (await import('#web/features/item/recycle-bin/index.tsx')).RecycleDialog,
)
const ShareDialog = lazyComponent(async () => (await import('#web/features/item/share/index.tsx')).ShareDialog)
const MembersDialog = lazyComponent(async () => (await import('#web/features/item/members/index.tsx')).MembersDialog)
const ExportDialog = lazyComponent(async () => (await import('#web/features/item/export/index.tsx')).ExportDialog)
const ChangeLogDialog = lazyComponent(
  async () => (await import('#web/features/item/change-log/index.tsx')).ChangeLogDialog,
)

/** Asks for confirmation before the user leaves an item they are a member of. */
function LeaveItem({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { t } = useTranslation('item-menu')
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const leave = useSetAtom(leaveItemAtom)
  const name = item.item_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('leave.title', { name })}
      action={t('leave.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await leave(item.item_id)
        close()
        toast.ok(localized(() => i18next.t('item-menu:leave.done', { name })))
        goTo('/item/index')
      }}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}

type Errors = { username?: LocalizedText; password?: LocalizedText; form?: LocalizedText }

/**
 * Transfers, archives or deletes an item: shows the consequences in plain words and asks for the receiver and the
 * account password.
 */
function DestructiveActionDialog({
  kind,
  item,
  onClose,
}: {
  kind: DestructiveAction
  item: MenuItem
  onClose: () => void
}) {
  const { t } = useTranslation(['item-menu', 'ui', 'common'])
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const carryOut = useSetAtom(destructiveActionAtom)
  const nameOf = useAtomValue(displayNameAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const passwordBox = useRef<HTMLInputElement>(null)
  const [username = ''] = receiver
  const name = item.item_name
  const check = (): Errors | undefined => {
    if (kind === 'transfer' && username === '')
      return { username: localized(() => i18next.t('item-menu:transfer.missing')) }
    return password === '' ? { password: localized(() => i18next.t('ui:password.ownMissing')) } : undefined
  }
  const submit = async () => {
    if (busy) return
    const wrong = check()
    setErrors(wrong ?? {})
    if (wrong) return wrong.password && passwordBox.current?.focus()
    setBusy(true)
    try {
      await carryOut(kind, { item_id: item.item_id, password, username })
      close()
      toast.ok(localized(() => i18next.t(`item-menu:${kind}.done`, { name, username: nameOf(username) })))
      if (!currentPath().startsWith('/item/index')) goTo('/item/index')
    } catch (error) {
      const why = errorText(error)
      if (isApiError(error, 'userNotFound')) setErrors({ username: why })
      else if (isApiError(error, 'passwordWrong')) setErrors({ password: why })
      else setErrors({ form: why })
      passwordBox.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const count = item.page_count ?? 0
  return (
    <Dialog
      open
      compact
      title={t(`${kind}.title`, { name })}
      onClose={onClose}
      onSubmit={() => void submit()}
      dirty={receiver.length > 0 && !busy}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t(`${kind}.action`)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ul className={styles.effects}>
          {kind === 'delete' && <li>{count > 0 ? t('delete.pages', { count }) : t('delete.empty')}</li>}
          <li>{t(`${kind}.effect`)}</li>
          <li>{t(`${kind}.after`)}</li>
        </ul>
        {kind === 'transfer' && (
          <Field
            label={t('transfer.receiver')}
            required
            error={errors.username?.text}
            help={t('transfer.receiverHelp')}
          >
            <UserPicker single value={receiver} onValue={setReceiver} />
          </Field>
        )}
        <Field label={t('ui:password.own')} required error={errors.password?.text}>
          <PasswordInput ref={passwordBox} value={password} onValue={setPassword} autoComplete="current-password" />
        </Field>
        {errors.form && <Banner tone="danger">{errors.form.text}</Banner>}
      </div>
    </Dialog>
  )
}

/** The open dialog of an item; each loads when first opened. */
export function ItemDialogs(props: {
  dialog: ItemDialogState
  onClose: () => void
  onChanged?: (item_domain: string) => void
}) {
  const { dialog, onClose, onChanged } = props
  const { kind, item } = dialog
  switch (kind) {
    case 'share':
      return <ShareDialog item={item} onClose={onClose} />
    case 'members':
      return <MembersDialog item={item} onClose={onClose} />
    case 'export':
      return <ExportDialog item={item} onClose={onClose} />
    case 'changeLog':
      return <ChangeLogDialog item={item} onClose={onClose} />
    case 'apiChanges':
      return <ApiChangesDialog item={item} onClose={onClose} />
    case 'openApi':
      return <OpenApiDialog item={item} onClose={onClose} />
    case 'params':
      return <ItemParamsDialog item={item} onClose={onClose} />
    case 'recycle':
      return <RecycleDialog item={item} onClose={onClose} />
    case 'import':
      return <ImportDialog open item={item} onClose={onClose} />
    case 'copy':
      return <CopyItem source={item} onClose={onClose} />
    case 'leave':
      return <LeaveItem item={item} onClose={onClose} />
    case 'edit':
      return (
        <EditItem item_id={item.item_id} onClose={onClose} onSaved={({ item_domain }) => onChanged?.(item_domain)} />
      )
    default:
      return <DestructiveActionDialog kind={kind} item={item} onClose={onClose} />
  }
}

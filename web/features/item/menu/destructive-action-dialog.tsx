import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type DestructiveAction, destructiveActionAtom } from './atoms.ts'
import styles from './destructive-action-dialog.module.css'
import type { MenuItem } from './item.ts'

type Errors = { username?: LocalizedText; password?: LocalizedText; form?: LocalizedText }

/**
 * Transfers, archives or deletes an item: shows the consequences in plain words and asks for the receiver and the
 * account password.
 */
export function DestructiveActionDialog({
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

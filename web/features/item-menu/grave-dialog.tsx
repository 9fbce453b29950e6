import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { nameOfAtom, UserPicker } from '#web/features/user-picker/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type GraveKind, graveDeedAtom } from './atoms.ts'
import styles from './grave-dialog.module.css'
import type { MenuItem } from './item.ts'

type Errors = { username?: Said; password?: Said; form?: Said }

/** Transfers, archives or deletes an item: what it brings about in plain words, the receiver, the account's password. */
export function GraveDialog({ kind, item, onClose }: { kind: GraveKind; item: MenuItem; onClose: () => void }) {
  const { t } = useTranslation(['item-menu', 'ui', 'common'])
  const close = useWhileHere(onClose)
  const goTo = useWhileHere(navigate)
  const carryOut = useSetAtom(graveDeedAtom)
  const nameOf = useAtomValue(nameOfAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const passwordBox = useRef<HTMLInputElement>(null)
  const [username = ''] = receiver
  const name = item.item_name
  const check = (): Errors | undefined => {
    if (kind === 'transfer' && username === '') return { username: said(() => i18next.t('item-menu:transfer.missing')) }
    return password === '' ? { password: said(() => i18next.t('ui:password.ownMissing')) } : undefined
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
      toast.ok(said(() => i18next.t(`item-menu:${kind}.done`, { name, username: nameOf(username) })))
      if (!currentPath().startsWith('/item/index')) goTo('/item/index')
    } catch (error) {
      const why = saidOf(error)
      if (isRefusal(error, 'userNotFound')) setErrors({ username: why })
      else if (isRefusal(error, 'passwordWrong')) setErrors({ password: why })
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

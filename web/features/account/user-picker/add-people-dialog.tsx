import i18next from 'i18next'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { missingNamesAtom } from './atoms.ts'
import { nameKey } from './names.ts'
import styles from './user-picker.module.css'
import { UserPicker } from './user-picker.tsx'

/** Adds several people to something; unknown names stay in the input, with the reason. */
export function AddPeopleDialog(props: {
  title: string
  /** The label of the people input. */
  label: string
  help: string
  /** The usernames of people who are already in. */
  exclude: readonly string[]
  /** Adds the people. @returns the names without an account */
  add: (names: readonly string[]) => Promise<readonly string[]>
  onClose: () => void
  /** More fields, such as the right that they get. */
  children: ReactNode
}) {
  const { title, label, help, exclude, add, onClose, children } = props
  const { t } = useTranslation('user-picker')
  const close = useMountedCallback(onClose)
  const [names, setNames] = useState<readonly string[]>([])
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const missing = useAtomValue(missingNamesAtom)
  const known = names.filter((name) => !missing.has(nameKey(name))).length
  const submit = async () => {
    if (busy) return
    if (names.length === 0) return setError(localized(() => i18next.t('user-picker:add.missing')))
    setBusy(true)
    try {
      const unknown = await add(names)
      const added = names.length - unknown.length
      if (added > 0) toast.ok(localized(() => i18next.t('user-picker:add.done', { count: added })))
      if (unknown.length === 0) return close()
      setNames(unknown)
      setError(localized(() => i18next.t('user-picker:add.unknown', { names: unknown.join(', ') })))
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      dirty={names.length > 0}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('add.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {known > 1 ? t('add.many', { count: known }) : t('add.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={label} help={help} error={error?.text}>
          <UserPicker
            value={names}
            exclude={exclude}
            onValue={(next) => {
              setNames(next)
              setError(undefined)
            }}
          />
        </Field>
        {children}
      </div>
    </Dialog>
  )
}

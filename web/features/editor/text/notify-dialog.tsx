import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { UserPicker } from '#web/features/account/user-picker/index.tsx'
import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { readersAtom, saveAndNotifyAtom } from './notify.ts'
import styles from './notify-dialog.module.css'
import { isSavingAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'

/** The longest remark, in characters. Source: interface guide 4.6. */
const remarkMax = 200

/** Asks for a remark and whom to notify, saves, notifies them, and leaves the editor. */
export function NotifyDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onLeave)
  const desk = useAtomValue(editingSessionAtom)
  const isSaving = useAtomValue(isSavingAtom)
  const save = useSetAtom(saveAndNotifyAtom)
  const { item_id = 0, page_id = 0, uid = '' } = desk ?? {}
  const [read, again] = useQuery(`${item_id} ${uid}`, () => readersAtom(item_id, page_id, uid))
  const readers = read && 'value' in read ? read.value : undefined
  const [remark, setRemark] = useState('')
  const [picked, setPicked] = useState<readonly string[]>()
  const [error, setError] = useState<LocalizedText>()
  const [isBusy, setBusy] = useState(false)
  const names = picked ?? readers?.chosen ?? []
  const submit = async () => {
    if (!readers || isBusy) return
    const stranger = names.find((name) => !readers.people.some(({ username }) => username === name))
    if (stranger) return setError(localized(() => i18next.t('page-editor:notify.unknown', { name: stranger })))
    setBusy(true)
    setError(undefined)
    try {
      const isSaved = await save(readers, names, remark.trim())
      close() // otherwise the banner above the text shows the reason
      if (!isSaved) return
      leave()
      toast.ok(
        localized(() =>
          names.length > 0
            ? i18next.t('page-editor:notify.done', { count: names.length })
            : i18next.t('page-editor:notify.doneAlone'),
        ),
      )
    } catch (refused) {
      setError(
        isApiError(refused, 'subscriberMayNotRead')
          ? errorText(refused)
          : localized(() => i18next.t('page-editor:notify.failed', { reason: getErrorMessage(refused) })),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={t('notify.title')}
      dirty={remark !== '' || picked !== undefined}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('notify.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isBusy || isSaving} disabled={!readers}>
            {names.length > 0 ? t('notify.action', { count: names.length }) : t('save')}
          </Button>
        </>
      }
    >
      {!read && (
        <Loading onRetry={again}>
          <SkeletonText lines={4} />
        </Loading>
      )}
      {read && 'error' in read && (
        <LoadError text={t('notify.loadFailed')} message={getErrorMessage(read.error)} onRetry={again} />
      )}
      {readers && (
        <div className={styles.form}>
          <Field
            label={t('notify.remark')}
            optional
            help={t('notify.remarkHelp')}
            aside={`${[...remark].length} / ${remarkMax}`}
          >
            <Textarea rows={3} maxLength={remarkMax} value={remark} onValue={setRemark} />
          </Field>
          <Field label={t('notify.people')} help={t('notify.peopleHelp')} {...(error && { error: error.text })}>
            <UserPicker
              value={names}
              among={readers.people}
              onValue={(next) => {
                setPicked(next)
                setError(undefined)
              }}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}

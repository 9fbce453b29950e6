import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { UserPicker } from '#web/features/account/user-picker/index.tsx'
import { api, getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './notify-dialog.module.css'
import { saveAtom } from './save.ts'
import { editingSessionAtom, isSavingAtom } from './session.ts'

/** The longest remark, in characters. Source: interface guide 4.6. */
const remarkMax = 200

/** A user who can be notified of a save. */
interface Reader {
  uid: string
  username: string
  name: string
}

/** The users who can be notified of a save, and the usernames that are selected by default. */
interface Readers {
  people: readonly Reader[]
  chosen: readonly string[]
}

const lastKey = (item_id: number) => `docstead.notified.${item_id}`
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Fetches the users who can be notified of a save of the page. */
async function readReaders(
  { item_id, page_id, uid }: { item_id: number; page_id: number; uid: string },
  signal: AbortSignal,
): Promise<Readers> {
  const [members, subscribers] = await Promise.all([
    api.member.getAllList({ item_id }, { signal }),
    api.subscription.getPageList({ page_id }, { signal }),
  ])
  const people = new Map<string, Reader>()
  for (const one of members) {
    const name = one.username_name === one.username ? '' : nameIn(one.username_name, one.username)
    people.set(String(one.uid), { uid: String(one.uid), username: one.username, name })
  }
  for (const { uid: subscriber, username, name } of subscribers)
    people.set(subscriber, { uid: subscriber, username, name })
  people.delete(uid) // users are not notified of their own actions
  const subscribed = subscribers.filter((one) => one.uid !== uid).map(({ username }) => username)
  const all = [...people.values()]
  if (subscribed.length > 0) return { people: all, chosen: subscribed }
  // nobody follows the page yet: select those who were notified last in this item
  const last = readStored(lastKey(item_id), [], isNames)
  return { people: all, chosen: last.filter((username) => all.some((one) => one.username === username)) }
}

/** Returns the name in `username(name)`. */
const nameIn = (both: string, username: string): string =>
  both.startsWith(username) ? both.slice(username.length).replace(/^[(（](.*)[)）]$/, '$1') : ''

/**
 * Saves the page and notifies users, who are notified of later saves as well. A page without an id is saved first.
 *
 * @param names usernames among `readers`
 * @returns whether the server has it
 * @throws {ApiError} when the users to notify could not be stored; the text is then saved only if the page was new
 */
const saveAndNotifyAtom = atom(
  null,
  async (get, set, readers: Readers, names: readonly string[], remark: string): Promise<boolean> => {
    if (get(editingSessionAtom)?.page_id === 0 && !(await set(saveAtom))) return false
    const session = get(editingSessionAtom)
    if (!session) return false
    const { page_id, item_id } = session
    const uidsOf = (usernames: readonly string[]) =>
      readers.people
        .filter(({ username }) => usernames.includes(username))
        .map(({ uid }) => uid)
        .join(',')
    const now = await api.subscription.getPageList({ page_id })
    const there = now.filter(({ uid }) => uid !== session.uid).map(({ username }) => username)
    const come = uidsOf(names.filter((name) => !there.includes(name)))
    const go = uidsOf(there.filter((name) => !names.includes(name)))
    if (come) await api.subscription.savePage({ page_id, uids: come })
    if (go) await api.subscription.deletePage({ page_id, uids: go })
    writeStored(lastKey(item_id), names)
    return set(saveAtom, { remark, notifies: true })
  },
)

/** Asks for a remark and whom to notify, saves, notifies them, and leaves the editor. */
export function NotifyDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onLeave)
  const desk = useAtomValue(editingSessionAtom)
  const isSaving = useAtomValue(isSavingAtom)
  const save = useSetAtom(saveAndNotifyAtom)
  const { item_id = 0, page_id = 0, uid = '' } = desk ?? {}
  const [read, again] = useFetch(`${item_id} ${uid}`, (signal) => readReaders({ item_id, page_id, uid }, signal))
  const readers = queryValue(read)
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
    } catch (saveError) {
      setError(
        isApiError(saveError, 'subscriberMayNotRead')
          ? errorText(saveError)
          : localized(() => i18next.t('page-editor:notify.failed', { reason: getErrorMessage(saveError) })),
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
      <QueryBoundary result={read} onRetry={again} failed={t('notify.loadFailed')} waiting={<SkeletonText lines={4} />}>
        {({ people }) => (
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
                among={people}
                onValue={(next) => {
                  setPicked(next)
                  setError(undefined)
                }}
              />
            </Field>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { exactTime, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  deleteHistoryAtom,
  type Execution,
  type HistoryEntry,
  type HistoryEntryInfo,
  openHistoryEntryAtom,
  readHistory,
} from './atoms.ts'
import styles from './call.module.css'
import { type Draft, newRow, splitUrl } from './draft.ts'

const kinds = { none: 'none', form: 'form', multipart: 'multipart', file: 'file' } as const

/** Converts a sent request to a draft. Redacted or omitted parts must be filled in again. */
function restoreDraft({ request }: HistoryEntryInfo): Draft {
  const { body } = request
  const isCookie = ({ name }: { name: string }) => name.toLowerCase() === 'cookie'
  const isJson = request.headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.includes('json'),
  )
  const rows = body.rows.map((row) => newRow({ name: row.name, value: row.value, isFile: row.is_file }))
  const cookies = request.headers.filter(isCookie).flatMap(({ value }) => value.split(/;\s*/))
  return {
    method: request.method,
    ...splitUrl(request.url),
    path: [],
    headers: request.headers.filter((one) => !isCookie(one)).map((one) => newRow(one)),
    cookies: cookies.map((one) => {
      const equals = one.indexOf('=')
      return newRow(equals < 0 ? { name: one } : { name: one.slice(0, equals), value: one.slice(equals + 1) })
    }),
    bodyKind: body.kind === 'text' ? (isJson ? 'json' : 'text') : kinds[body.kind],
    text: body.text,
    form: body.kind === 'form' ? rows : [],
    multipart: body.kind === 'multipart' ? rows : [],
  }
}

/** The requests that the current user has sent from a page: load one into the form again, or delete it. */
export function HistoryDrawer(props: {
  page_id: string
  draft: Draft
  onReplay: (draft: Draft, run: Execution) => void
  onClose: () => void
}) {
  const { page_id, onReplay, onClose } = props
  const { t } = useTranslation('api-call')
  const close = useMountedCallback(onClose)
  const fillIn = useMountedCallback(onReplay)
  const [read, again] = useFetch(page_id, (signal) => readHistory(page_id, signal))
  const open = useSetAtom(openHistoryEntryAtom)
  const remove = useSetAtom(deleteHistoryAtom)
  const [isConfirming, setConfirming] = useState(false)
  const [opening, setOpening] = useState<string>()
  const hasSent = (queryValue(read)?.length ?? 0) > 0
  const wanted = useRef('')
  const replay = async ({ id }: HistoryEntry) => {
    wanted.current = id
    setOpening(id)
    try {
      const info = await open(page_id, id)
      if (wanted.current !== id) return
      fillIn(restoreDraft(info), { state: 'done', answer: info.answer, method: info.request.method })
      toast.ok(localized(() => i18next.t(info.is_cut ? 'api-call:sent.filledCut' : 'api-call:sent.filled')))
      close()
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
      setOpening(undefined)
    }
  }
  const removeOne = async ({ id }: HistoryEntry) => {
    try {
      await remove(page_id, id)
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
    again()
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('sent.title')}
      footer={hasSent && <Button onClick={() => setConfirming(true)}>{t('sent.deleteAll')}</Button>}
    >
      <QueryBoundary result={read} onRetry={again} failed={t('sent.failed')} waiting={<SkeletonText lines={6} />}>
        {(sent) =>
          sent.length === 0 ? (
            <EmptyState icon={<HistoryIcon data-size="32" />} text={t('sent.none')} help={t('sent.note')} />
          ) : (
            <>
              <p className={styles.note}>{t('sent.note')}</p>
              <ul className={styles.sent}>
                {sent.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className={styles.entry}
                      aria-busy={opening === one.id || undefined}
                      onClick={() => void replay(one)}
                    >
                      <span className={styles.entryUrl}>
                        <b>{one.method}</b> {one.url}
                      </span>
                      <span className={styles.entryFacts}>
                        <Badge tone={one.status < 400 ? 'ok' : 'warn'}>{one.status}</Badge>
                        {t('ms', { ms: formatCount(one.time_ms) })}
                        <time title={exactTime(one.addtime)}>{relativeTime(one.addtime)}</time>
                        {one.is_browser === 1 && t('sent.byBrowser')}
                      </span>
                    </button>
                    <IconButton size="s" label={t('sent.delete')} onClick={() => void removeOne(one)}>
                      <TrashIcon />
                    </IconButton>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryBoundary>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('sent.deleteAsk')}
        action={t('sent.deleteAll')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await remove(page_id)
          setConfirming(false)
          again()
        }}
      >
        {t('sent.deleteEffect')}
      </ConfirmDialog>
    </Drawer>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { LockTarget } from '#web/features/editor/lock/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isDialogOpen } from '#web/lib/open-dialog.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { loadStyles } from '#web/lib/styles.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetItemIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { GridHost } from './grid-host.tsx'
import { canWriteAtom } from './lock.ts'
import { LockAlert } from './lock-alert.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { closeBookAtom, openBookAtom, openStateAtom, type ReadPage } from './open-book.ts'
import { PrintView } from './print-view.tsx'
import { saveAtom } from './save.ts'
import { SessionBanners } from './session-banners.tsx'
import { SessionBar } from './session-bar.tsx'
import styles from './sheet-editor.module.css'
import { useSessionLifecycle } from './use-session-lifecycle.ts'

function OpenDesk({ title, actions, hit }: { title: string; actions: ReactNode; hit: string | null }) {
  const { t } = useTranslation('sheet')
  const save = useSetAtom(saveAtom)
  useSessionLifecycle()
  useShortcut('mod+s', () => isDialogOpen() || void save(true), { inFields: true, label: t('save') })
  return (
    <>
      <SessionBar title={title} actions={actions} />
      <SessionBanners />
      <GridHost hit={hit} />
      <LockAlert />
      <MergeDialog />
    </>
  )
}

/** A spreadsheet editor that fills the window below the header. */
export function SheetEditor(props: {
  place: LockTarget
  title: string
  /** Returns the page when it was just read; otherwise it is read again. */
  fresh: () => ReadPage | undefined
  /** The page's content when it was read. */
  content: string
  /** Buttons for the bar: the actions allowed on the page. */
  actions: ReactNode
  /** The search words to open at. */
  hit: string | null
}) {
  const { title, actions, hit } = props
  const { t } = useTranslation('sheet')
  const entry = useAtomValue(openStateAtom)
  const enter = useSetAtom(openBookAtom)
  const leave = useSetAtom(closeBookAtom)
  const { page_id, item_id } = props.place
  const canWrite = useAtomValue(canWriteAtom)
  const place = useMemo(() => ({ page_id, item_id }), [page_id, item_id])
  const newName = t('newSheet')
  const now = useRef({ fresh: props.fresh, newName })
  useEffect(() => {
    now.current = { fresh: props.fresh, newName }
  })
  useEffect(() => {
    let isHere = true
    void loadStyles('sheet').then(() => {
      if (isHere) void enter(place, now.current.newName, false, now.current.fresh())
    })
    return () => {
      isHere = false
      void leave()
    }
  }, [enter, leave, place])
  const inside = () => {
    if (entry.state === 'open') return <OpenDesk title={title} actions={actions} hit={hit} />
    if (entry.state === 'unreadable')
      return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t(`refused.${entry.why}`)} />
    if (entry.state === 'failed') {
      const { error } = entry
      const again = () => void enter(place, newName)
      return (
        <LoadError
          text={t('refused.failed')}
          message={getErrorMessage(error)}
          requestId={getRequestId(error)}
          onRetry={again}
        />
      )
    }
    return (
      <Loading onRetry={() => void enter(place, newName)}>
        <SkeletonGrid />
      </Loading>
    )
  }
  return (
    <>
      <div className={styles.desk} data-writing={canWrite || undefined}>
        {inside()}
      </div>
      <PrintView content={props.content} title={title} />
    </>
  )
}

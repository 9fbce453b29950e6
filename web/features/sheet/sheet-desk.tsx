import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { LockedPlace } from '#web/features/page-lock/index.tsx'
import { messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { isDialogOpen } from '#web/lib/open-dialog.ts'
import { loadStyles } from '#web/lib/styles.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetItemIcon } from '#web/ui/icons.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { Board } from './board.tsx'
import { DeskBanners } from './desk-banners.tsx'
import { DeskBar } from './desk-bar.tsx'
import { enterAtom, entryAtom, leaveAtom, type ReadPage } from './entering.ts'
import { canWriteAtom } from './lock.ts'
import { LockAlert } from './lock-alert.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { Paper } from './paper.tsx'
import { saveAtom } from './saving.ts'
import styles from './sheet-desk.module.css'
import { useDeskKeeper } from './use-desk-keeper.ts'

function OpenDesk({ title, actions, hit }: { title: string; actions: ReactNode; hit: string | null }) {
  const { t } = useTranslation('sheet')
  const save = useSetAtom(saveAtom)
  useDeskKeeper()
  useShortcut('mod+s', () => isDialogOpen() || void save(true), { inFields: true, label: t('save') })
  return (
    <>
      <DeskBar title={title} actions={actions} />
      <DeskBanners />
      <Board hit={hit} />
      <LockAlert />
      <MergeDialog />
    </>
  )
}

/** A spreadsheet to write in, over the whole window under the header. */
export function SheetDesk(props: {
  place: LockedPlace
  title: string
  /** Gives the page when it was read just now; it is read again otherwise. */
  fresh: () => ReadPage | undefined
  /** What the page held when it was read. */
  content: string
  /** Buttons for the bar: what one may do with the page. */
  actions: ReactNode
  /** Words to open at. */
  hit: string | null
}) {
  const { title, actions, hit } = props
  const { t } = useTranslation('sheet')
  const entry = useAtomValue(entryAtom)
  const enter = useSetAtom(enterAtom)
  const leave = useSetAtom(leaveAtom)
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
        <LoadFailed
          text={t('refused.failed')}
          message={messageOf(error)}
          requestId={requestIdOf(error)}
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
      <Paper content={props.content} title={title} />
    </>
  )
}

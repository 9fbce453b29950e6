import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { navigate, useParams, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EditIcon, ListIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { ExportIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { type ListedRun, readRunItem, runCalls } from './atoms.ts'
import { Outcome } from './outcome.tsx'

const ArazzoExportDialog = lazyComponent(async () => (await import('./arazzo-dialogs.tsx')).ArazzoExportDialog)
const ArazzoImportDialog = lazyComponent(async () => (await import('./arazzo-dialogs.tsx')).ArazzoImportDialog)

/** When a run starts next by itself; nothing without a schedule. */
function NextStart({ run }: { run: ListedRun }) {
  const { t } = useTranslation('api-run')
  if (run.next_time === 0) return <span>{t('schedule.off')}</span>
  return <span>{exactTime(run.next_time)}</span>
}

/** The screen `/item/runs/{item_id}`: the runs of a project, each with its newest result. */
export function RunList() {
  const { item_id: itemRef = '' } = useParams<{ item_id: string }>()
  const { t } = useTranslation('api-run')
  const query = useMemo(() => queryAtom(() => readRunItem(itemRef, (item_id) => runCalls.list(item_id))), [itemRef])
  const { result, run: load } = useQueryState(query)
  const [removing, setRemoving] = useState<ListedRun>()
  const [exporting, setExporting] = useState<string>()
  const [isImporting, setImporting] = useState(false)
  const { item, found: runs = [] } = queryValue(result) ?? {}
  const item_id = item?.item_id ?? ''
  useTitle(item && `${t('title')} · ${item.item_name}`)
  const open = (run_id: string) => `/item/runs/${item_id}/${run_id}`
  return (
    <ScreenFrame
      title={t('title')}
      note={t('about')}
      back={item ? { to: `/${item.item_id}`, label: item.item_name } : 'unknown'}
      actions={
        item && (
          <>
            {runs.some(({ steps_total }) => steps_total > 0) && (
              <Button onClick={() => setExporting('0')}>{t('arazzo.export')}</Button>
            )}
            {item.canEdit && (
              <>
                <Button onClick={() => setImporting(true)}>{t('arazzo.import')}</Button>
                <ButtonLink to={open('0')} variant="primary">
                  {t('add')}
                </ButtonLink>
              </>
            )}
          </>
        )
      }
    >
      <QueryBoundary
        result={result}
        onRetry={() => void load('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={4} />}
      >
        {() =>
          runs.length === 0 ? (
            <EmptyState icon={<ListIcon data-size="32" />} text={t('none')} help={t('noneHelp')} />
          ) : (
            <Table
              caption={t('title')}
              rows={runs}
              keyOf={({ run_id }) => run_id}
              columns={[
                {
                  id: 'name',
                  header: t('name'),
                  cell: (run) => <Link href={open(run.run_id)}>{run.run_name}</Link>,
                },
                {
                  id: 'steps',
                  header: t('steps.title'),
                  cell: (run) => formatCount(run.steps_total),
                  align: 'end',
                  isExtra: true,
                },
                {
                  id: 'last',
                  header: t('last'),
                  cell: ({ last }) =>
                    last ? (
                      <span title={exactTime(last.addtime)}>
                        <Outcome outcome={last.outcome} /> {relativeTime(last.addtime)}
                      </span>
                    ) : (
                      <Badge>{t('never')}</Badge>
                    ),
                },
                { id: 'next', header: t('schedule.next'), cell: (run) => <NextStart run={run} />, isExtra: true },
              ]}
              menuOf={(run) => [
                { id: 'open', label: t('open'), icon: <EditIcon />, onSelect: () => navigate(open(run.run_id)) },
                ...(run.steps_total > 0
                  ? [
                      {
                        id: 'export',
                        label: t('arazzo.exportOne'),
                        icon: <ExportIcon />,
                        onSelect: () => setExporting(run.run_id),
                      },
                    ]
                  : []),
                ...(item?.canEdit
                  ? [
                      {
                        id: 'remove',
                        label: t('remove'),
                        icon: <TrashIcon />,
                        danger: true,
                        onSelect: () => setRemoving(run),
                      },
                    ]
                  : []),
              ]}
              menuLabel={(run) => t('menuOf', { name: run.run_name })}
            />
          )
        }
      </QueryBoundary>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('removeAsk', { name: removing?.run_name })}
        action={t('remove')}
        onConfirm={async () => {
          await runCalls.remove(item_id, removing?.run_id ?? '')
          await load()
        }}
        errorText={getErrorMessage}
      >
        {t('removeEffect')}
      </ConfirmDialog>
      <LazyBoundary>
        {exporting !== undefined && (
          <ArazzoExportDialog
            item_id={item_id}
            runs={runs}
            run_id={exporting}
            onClose={() => setExporting(undefined)}
          />
        )}
        {isImporting && (
          <ArazzoImportDialog item_id={item_id} onImported={() => void load()} onClose={() => setImporting(false)} />
        )}
      </LazyBoundary>
    </ScreenFrame>
  )
}

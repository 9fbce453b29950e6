import { useAtom } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, EditIcon, RefreshIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { type ApiSource, nameOf, sourceCalls } from './atoms.ts'
import { CheckDialog } from './check-dialog.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { stack } from './stack.ts'

const facts = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-2)',
} as const

/** What came of the last synchronisation. */
function LastResult({ source }: { source: ApiSource }) {
  const { t } = useTranslation('api-source')
  const { last, is_running } = source
  if (is_running) return <Badge>{t('status.running')}</Badge>
  if (!last) return <Badge>{t('status.none')}</Badge>
  const { status, time, error_message, added, changed, removed, breaking } = last
  return (
    <span title={exactTime(time)}>
      <Badge tone={status === 'done' ? 'ok' : 'danger'}>{t(`status.${status}`)}</Badge> {relativeTime(time)}
      <br />
      <small>{status === 'done' ? t('counts', { added, changed, removed, breaking }) : error_message}</small>
    </span>
  )
}

/** How CI sends a description. */
function PushSample() {
  const { t } = useTranslation('api-source')
  const address = window.location.origin + href('/api/open/pushDescription')
  const text = `curl --fail-with-body -F file=@openapi.yaml -F api_key=… -F api_token=… -F fail_on=breaking ${address}`
  return <CopyField label={t('push.label')} value={text} help={t('push.help')} />
}

/** The API sources of a project: add, synchronise, change, delete, and what came of the last synchronisation. */
export function SourcePanel({ item_id, title }: { item_id: string; title: string }) {
  const { t } = useTranslation('api-source')
  const calls = useMemo(() => sourceCalls(item_id), [item_id])
  const [result, load] = useAtom(calls.list)
  const [editing, setEditing] = useState<ApiSource | 'new'>()
  const [checking, setChecking] = useState<ApiSource>()
  const [removing, setRemoving] = useState<ApiSource>()
  const reload = useCallback(() => void load(), [load])
  const name = (source: ApiSource) => nameOf(source, t('kind.push'))
  return (
    <section style={stack}>
      <p>{t('about')}</p>
      <div>
        <Button icon={<AddIcon />} onClick={() => setEditing('new')}>
          {t('add')}
        </Button>
      </div>
      <QueryBoundary
        result={result}
        onRetry={() => void load('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={3} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<RefreshIcon data-size="32" />} text={t('none')} help={t('noneHelp')} />
          ) : (
            <Table
              caption={t('title')}
              rows={list}
              keyOf={(one) => one.source_id}
              columns={[
                { id: 'name', header: t('column.name'), cell: (one) => <bdi>{name(one)}</bdi> },
                {
                  id: 'schedule',
                  header: t('column.schedule'),
                  cell: (one) =>
                    one.kind === 'push'
                      ? t('kind.push')
                      : one.next_time * 1000 > Date.now()
                        ? `${t(`schedule.${one.schedule}`)}, ${exactTime(one.next_time)}`
                        : t(`schedule.${one.schedule}`),
                  isExtra: true,
                },
                {
                  id: 'last',
                  header: t('column.last'),
                  cell: (one) => (
                    <span style={facts}>
                      <LastResult source={one} />
                      {one.kind === 'address' && (
                        <Button size="s" icon={<RefreshIcon />} onClick={() => setChecking(one)}>
                          {t('synchronise')}
                        </Button>
                      )}
                    </span>
                  ),
                },
              ]}
              menuOf={(one) => [
                { id: 'edit', label: t('edit'), icon: <EditIcon />, onSelect: () => setEditing(one) },
                {
                  id: 'remove',
                  label: t('remove'),
                  icon: <TrashIcon />,
                  danger: true,
                  onSelect: () => setRemoving(one),
                },
              ]}
              menuLabel={(one) => t('menuOf', { name: name(one) })}
            />
          )
        }
      </QueryBoundary>
      <PushSample />
      {editing && (
        <SourceDialog
          item_id={item_id}
          calls={calls}
          source={editing === 'new' ? undefined : editing}
          onSaved={reload}
          onClose={() => setEditing(undefined)}
        />
      )}
      {checking && (
        <CheckDialog
          source={checking}
          title={title}
          calls={calls}
          onDone={reload}
          onClose={() => setChecking(undefined)}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('removeTitle', { name: removing ? name(removing) : '' })}
        action={t('remove')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          if (!removing) return
          await calls.remove(removing.source_id)
          setRemoving(undefined)
          await load()
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
    </section>
  )
}

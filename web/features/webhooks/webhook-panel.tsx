import i18next from 'i18next'
import { useAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { allEvents } from '#shared/webhooks.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryAtom } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, EditIcon, HistoryIcon, RefreshIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SendIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Webhook, type WebhookCalls, type WebhookPlace, webhookCalls } from './atoms.ts'
import { canRetry, DeliveryStatus } from './delivery-status.tsx'
import { note, stack } from './stack.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

const nameOf = ({ webhook_name, url }: Webhook): string => webhook_name || url

/** The last deliveries to a webhook, each with its status and response. */
function Deliveries({ calls, webhook, onClose }: { calls: WebhookCalls; webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhook')
  const { webhook_id } = webhook
  const eventText = (event: string) => {
    const known = allEvents.find((one) => one === event)
    return known ? t(`event.${known}`) : event
  }
  const [result, load] = useAtom(useMemo(() => queryAtom(() => calls.deliveries(webhook_id)), [calls, webhook_id]))
  const retry = async (outbox_id: string) => {
    try {
      await calls.retry(webhook_id, outbox_id)
      await load()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={t('deliveries.title', { name: nameOf(webhook) })}
      footer={
        <>
          <Button icon={<RefreshIcon />} onClick={() => void load()}>
            {t('deliveries.reload')}
          </Button>
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <QueryBoundary
        result={result}
        onRetry={() => void load()}
        failed={t('failed')}
        waiting={<SkeletonText lines={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<HistoryIcon data-size="32" />} text={t('deliveries.none')} />
          ) : (
            <Table
              caption={t('deliveries.title', { name: nameOf(webhook) })}
              rows={list}
              keyOf={(one) => one.outbox_id}
              columns={[
                {
                  id: 'time',
                  header: t('column.time'),
                  cell: ({ addtime }) => (
                    <span title={exactTime(Number(addtime))}>{relativeTime(Number(addtime))}</span>
                  ),
                  isShort: true,
                },
                { id: 'event', header: t('column.event'), cell: ({ event }) => eventText(event), isShort: true },
                { id: 'status', header: t('column.status'), cell: (one) => <DeliveryStatus delivery={one} /> },
                { id: 'answer', header: t('column.answer'), cell: ({ answer }) => <bdi>{answer}</bdi> },
              ]}
              menuOf={(one) =>
                canRetry(one)
                  ? [
                      {
                        id: 'retry',
                        label: t('deliveries.retry'),
                        icon: <RefreshIcon />,
                        onSelect: () => void retry(one.outbox_id),
                      },
                    ]
                  : []
              }
              menuLabel={(one) => t('deliveries.menu', { event: one.event })}
            />
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}

/** Where a webhook stands: on, failing, or off and why. */
function Status({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhook')
  const { is_open, closed_reason, fail_since, last_answer } = webhook
  if (is_open !== '1') {
    const reason = (['failing', 'gone', 'right'] as const).find((one) => one === closed_reason)
    return <Badge tone={reason ? 'danger' : 'neutral'}>{t(reason ? `closed.${reason}` : 'state.off')}</Badge>
  }
  if (fail_since > 0)
    return (
      <span title={last_answer}>
        <Badge tone="warn">{t('state.failing', { time: relativeTime(fail_since) })}</Badge>
      </span>
    )
  return <Badge tone="ok">{t('state.on')}</Badge>
}

/** The webhooks of the site, a project, a team or the user: add, test, change, delete, and what became of each message. */
export function WebhookPanel({ scope, id = '' }: { scope: WebhookPlace['scope']; id?: string }) {
  const { t } = useTranslation('webhook')
  const place = useMemo<WebhookPlace>(() => ({ scope, id }), [scope, id])
  const calls = useMemo(() => webhookCalls(place), [place])
  const [result, load] = useAtom(calls.list)
  const [editing, setEditing] = useState<Webhook | 'new'>()
  const [listing, setListing] = useState<Webhook>()
  const [removing, setRemoving] = useState<Webhook>()
  const test = async ({ webhook_id }: Webhook) => {
    try {
      const { is_ok, answer } = await calls.test(webhook_id)
      if (is_ok) toast.ok(localized(() => i18next.t('webhook:test.ok')))
      else toast.error(localized(() => i18next.t('webhook:test.failed', { answer })))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <section style={stack}>
      <p>{t(`about.${scope}`)}</p>
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
            <EmptyState icon={<SendIcon data-size="32" />} text={t('none')} />
          ) : (
            <Table
              caption={t('title')}
              rows={list}
              keyOf={(one) => one.webhook_id}
              columns={[
                {
                  id: 'name',
                  header: t('column.name'),
                  cell: (one) => (
                    <>
                      <bdi>{nameOf(one)}</bdi>
                      {one.from_start !== '' && <div style={note}>{t('fromStart', { from: one.from_start })}</div>}
                    </>
                  ),
                },
                { id: 'format', header: t('column.format'), cell: (one) => t(`format.${one.format}`), isExtra: true },
                {
                  id: 'events',
                  header: t('column.events'),
                  cell: (one) => one.events.length,
                  align: 'end',
                  isShort: true,
                },
                { id: 'status', header: t('column.status'), cell: (one) => <Status webhook={one} /> },
              ]}
              menuOf={(one) => [
                { id: 'test', label: t('test.run'), icon: <SendIcon />, onSelect: () => void test(one) },
                ...(one.from_start === ''
                  ? [{ id: 'edit', label: t('edit'), icon: <EditIcon />, onSelect: () => setEditing(one) }]
                  : []),
                { id: 'log', label: t('deliveries.open'), icon: <HistoryIcon />, onSelect: () => setListing(one) },
                ...(one.from_start === ''
                  ? [
                      {
                        id: 'remove',
                        label: t('remove'),
                        icon: <TrashIcon />,
                        danger: true,
                        onSelect: () => setRemoving(one),
                      },
                    ]
                  : []),
              ]}
              menuLabel={(one) => t('menuOf', { name: nameOf(one) })}
            />
          )
        }
      </QueryBoundary>
      {editing && (
        <WebhookDialog
          place={place}
          calls={calls}
          webhook={editing === 'new' ? undefined : editing}
          onSaved={() => void load()}
          onClose={() => setEditing(undefined)}
        />
      )}
      {listing && <Deliveries calls={calls} webhook={listing} onClose={() => setListing(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('removeTitle', { name: removing ? nameOf(removing) : '' })}
        action={t('remove')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          if (!removing) return
          await calls.remove(removing.webhook_id)
          setRemoving(undefined)
          await load()
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
    </section>
  )
}

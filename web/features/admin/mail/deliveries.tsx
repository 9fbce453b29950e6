import { useAtom, useAtomValue } from 'jotai'
import { canRetry, DeliveryStatus, WebhookPanel } from '#web/features/webhooks/index.tsx'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon, RefreshIcon } from '#web/ui/icons.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { addressQuery, parsePage } from '../address.ts'
import { FilterBar, FilterChoice, FilterText } from '../filters.tsx'
import { PagedTable, pageSize } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { MomentText } from '../table-cells.tsx'

const statuses = ['waiting', 'sending', 'held', 'done', 'failed', 'dropped'] as const
const filters = ['q', 'status']

const deliveriesAtom = addressQuery([...filters, 'page'], (query) =>
  api.adminMail.deliveryList({
    text: query.get('q') ?? '',
    status: statuses.find((one) => one === query.get('status')) ?? '',
    page: parsePage(query),
    count: pageSize,
  }),
)

/** Everything the site has sent or tries to send, with its status and the last response. */
export function Deliveries() {
  const { t } = useTranslation(['mail', 'webhook'])
  const current = useAtomValue(deliveriesAtom)
  const rows = useQueryState(current)
  const [, load] = useAtom(current)
  const retry = async (outbox_id: string) => {
    try {
      await api.adminMail.retryDelivery({ outbox_id })
      await load()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <>
      <FilterBar>
        <FilterText name="q" label={t('deliveries.search')} />
        <FilterChoice
          name="status"
          label={t('webhook:column.status')}
          options={[
            { value: 'all', label: t('deliveries.all') },
            ...statuses.map((value) => ({ value, label: t(`webhook:status.${value}`) })),
          ]}
        />
        <Button icon={<RefreshIcon />} onClick={() => void load()}>
          {t('webhook:deliveries.reload')}
        </Button>
      </FilterBar>
      <QueryBoundary query={rows}>
        {({ list, total }) => (
          <PagedTable
            total={total}
            rows={list.length}
            filters={filters}
            empty={<EmptyState icon={<HistoryIcon data-size="32" />} text={t('deliveries.none')} />}
          >
            <Table
              caption={t('tab.deliveries')}
              rows={list}
              keyOf={(one) => one.outbox_id}
              columns={[
                {
                  id: 'time',
                  header: t('webhook:column.time'),
                  cell: ({ addtime }) => <MomentText relative at={Number(addtime)} />,
                },
                { id: 'event', header: t('webhook:column.event'), isShort: true, cell: ({ event }) => event },
                { id: 'target', header: t('deliveries.target'), cell: ({ target }) => <bdi>{target}</bdi> },
                {
                  id: 'status',
                  header: t('webhook:column.status'),
                  isShort: true,
                  cell: (one) => <DeliveryStatus delivery={one} />,
                },
                { id: 'answer', header: t('webhook:column.answer'), cell: ({ answer }) => <bdi>{answer}</bdi> },
              ]}
              menuOf={(one) =>
                canRetry(one)
                  ? [
                      {
                        id: 'retry',
                        label: t('webhook:deliveries.retry'),
                        icon: <RefreshIcon />,
                        onSelect: () => void retry(one.outbox_id),
                      },
                    ]
                  : []
              }
              menuLabel={(one) => t('webhook:deliveries.menu', { event: one.event })}
            />
          </PagedTable>
        )}
      </QueryBoundary>
    </>
  )
}

/** The webhooks of the whole site. */
export const SiteWebhooks = () => <WebhookPanel scope="site" />

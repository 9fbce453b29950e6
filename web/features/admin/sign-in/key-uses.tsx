import { useAtomValue } from 'jotai'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { addressQuery, parsePage } from '../address.ts'
import styles from '../forms/forms.module.css'
import { PagedTable, pageSize } from '../paged-table.tsx'
import { PersonText } from '../person-text.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { MomentText } from '../table-cells.tsx'

/** The uses of the login key that the URL query selects. */
const usesAtom = addressQuery(['page'], (query) =>
  api.adminSetting.loginKeyUses({ page: parsePage(query), count: pageSize }),
)

const reasons = [
  'loginLinkWrong',
  'loginLinkOld',
  'loginLinkUsed',
  'loginLinkAdministrator',
  'userDisabled',
  'accountNameBad',
] as const

/** Who signed in with a link that was signed with the login key, when and from where, and what failed. */
export function KeyUses() {
  const { t } = useTranslation('admin')
  const uses = useQueryState(useAtomValue(usesAtom))
  const reasonOf = (detail: string) => {
    const known = reasons.find((reason) => detail.endsWith(reason))
    return known ? t(`key.failure.${known}`) : detail
  }
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('key.uses')}</h2>
        <p>{t('key.usesText')}</p>
      </div>
      <QueryBoundary query={uses}>
        {({ list, total }) => (
          <PagedTable
            total={total}
            rows={list.length}
            filters={[]}
            empty={<EmptyState icon={<KeyIcon data-size="32" />} text={t('key.noUses')} />}
          >
            <Table
              caption={t('key.uses')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'who',
                  header: t('audit.who'),
                  cell: ({ username, name }) =>
                    username === '' ? t('audit.unknown') : <PersonText name={name} username={username} />,
                },
                {
                  id: 'time',
                  header: t('audit.time'),
                  cell: ({ addtime }) => <MomentText relative at={Number(addtime)} />,
                },
                {
                  id: 'outcome',
                  header: t('key.outcome'),
                  cell: ({ action, detail }) =>
                    action === 'login' ? t('key.signedIn') : <Badge tone="warn">{reasonOf(detail)}</Badge>,
                },
                { id: 'ip', header: t('audit.ip'), cell: ({ ip }) => <bdi>{ip}</bdi> },
              ]}
            />
          </PagedTable>
        )}
      </QueryBoundary>
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { displayName } from '#web/lib/display-name.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import type { LimitCatalog, Rights } from './atoms.ts'
import { filterGrants, type Grant } from './grant.ts'
import styles from './grant-table.module.css'
import { LimitMenu, useLimitLabel } from './limit-menu.tsx'
import { PersonCell } from './person-cell.tsx'
import { isLimitable, roleKey } from './role.ts'
import { RoleSelect } from './role-select.tsx'

const pageSize = 20

/** Table of people with their roles and limits, edited in place. */
export function GrantTable(props: {
  caption: string
  grants: readonly Grant[]
  catalogs: readonly LimitCatalog[]
  /** The text to filter people by. */
  filter?: string
  onChange: (grant: Grant, rights: Rights) => void
  /** Returns the text shown instead of the controls for a person whose role cannot be changed. */
  fixedOf?: (grant: Grant) => ReactNode
  badgeOf?: (grant: Grant) => ReactNode
  menuOf?: (grant: Grant) => MenuEntry[]
}) {
  const { caption, grants, catalogs, filter = '', onChange, fixedOf, badgeOf, menuOf } = props
  const { t } = useTranslation('member')
  const wordsOf = useLimitLabel(catalogs)
  const [page, setPage] = useState(1)
  const found = filterGrants(grants, filter)
  const shown = paginate(found, page, pageSize)
  const columns: TableColumn<Grant>[] = [
    {
      id: 'person',
      header: t('column.person'),
      cell: (grant) => <PersonCell username={grant.username} name={grant.name} badge={badgeOf?.(grant)} />,
    },
    {
      id: 'role',
      header: t('column.role'),
      width: '136px',
      cell: (grant) =>
        fixedOf?.(grant) ?? (
          <RoleSelect
            label={t('roleOf', { name: displayName(grant) })}
            value={grant.role}
            onValue={(role) => onChange(grant, { role, limit: isLimitable(role) ? grant.limit : [] })}
          />
        ),
    },
    {
      id: 'limit',
      header: t('column.limit'),
      width: '200px',
      cell: (grant) => {
        if (fixedOf?.(grant) || !isLimitable(grant.role))
          return <span className={styles.quiet}>{wordsOf(isLimitable(grant.role) ? grant.limit : [])}</span>
        return (
          <LimitMenu
            label={displayName(grant)}
            catalogs={catalogs}
            value={grant.limit}
            onValue={(limit) => onChange(grant, { role: grant.role, limit })}
          />
        )
      },
    },
    {
      id: 'since',
      header: t('column.since'),
      width: '88px',
      cell: (grant) =>
        grant.addtime && (
          <time className={styles.quiet} title={exactTime(grant.addtime)}>
            {shortDate(grant.addtime)}
          </time>
        ),
    },
  ]
  if (found.length === 0 && filter !== '')
    return <EmptyState icon={<SearchIcon data-size="32" />} text={t('noMatch', { filter })} />
  return (
    <div className={styles.list}>
      <Table<Grant>
        caption={caption}
        rows={shown.rows}
        keyOf={(grant) => grant.key}
        columns={columns}
        {...(menuOf && { menuOf, menuLabel: (grant: Grant) => t('menuOf', { name: displayName(grant) }) })}
      />
      <Pagination page={shown.at} pageSize={pageSize} total={found.length} onPage={setPage} />
    </div>
  )
}

/** Label of a role, for a person whose role cannot be changed. */
export function RoleLabel({ grant }: { grant: Grant }) {
  const { t } = useTranslation('member')
  return <span className={styles.quiet}>{t(`role.${roleKey(grant.role)}`)}</span>
}

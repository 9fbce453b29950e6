import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { parsePage, useConsoleAddress } from './address.ts'

/** Rows per page in the lists of Admin. */
export const pageSize = 20

/** List below its filters: the rows with pagination, or the reason why there are none. */
export function PagedTable(props: {
  total: number
  rows: number
  /** The URL query parameters that filter the list. */
  filters: readonly string[]
  /** Shown when there is nothing at all. */
  empty: ReactNode
  children: ReactNode
}) {
  const { total, rows, filters, empty, children } = props
  const { t } = useTranslation('admin')
  const { query, filter, step } = useConsoleAddress()
  const page = parsePage(query)
  const isFiltered = filters.some((name) => query.get(name))
  if (total === 0 && isFiltered) {
    return (
      <EmptyState
        icon={<SearchIcon data-size="32" />}
        text={t('list.noneFits')}
        action={
          <Button onClick={() => filter(Object.fromEntries(filters.map((name) => [name, ''])))}>
            {t('list.clear')}
          </Button>
        }
      />
    )
  }
  if (total === 0) return empty
  return (
    <>
      {rows > 0 && children}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={(next) => step({ page: next === 1 ? '' : `${next}` })}
      />
    </>
  )
}

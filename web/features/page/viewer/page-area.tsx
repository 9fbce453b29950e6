import { isPageId } from './addresses.ts'
import { EmptyItem } from './empty-item.tsx'
import { PageNotFound } from './lazy-screens.tsx'
import { PageLoader } from './page-loader.tsx'
import styles from './page-view.module.css'

/** The page area: the requested page, or what replaces it. */
export function PageArea({ page_id, wanted }: { page_id: string | undefined; wanted: string | undefined }) {
  const inside = () => {
    if (page_id === undefined) return <EmptyItem />
    if (!isPageId(page_id)) return <PageNotFound key={page_id} wanted={wanted ?? ''} />
    return <PageLoader page_id={page_id} />
  }
  return <div className={styles.area}>{inside()}</div>
}

import { useAtomValue } from 'jotai'
import { useLayout } from '#web/lib/media.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGrid, SkeletonText } from '#web/ui/skeleton.tsx'
import { treeWidthAtom } from './preferences.ts'
import { TreeButton, useIsTreeDocked } from './tree-button.tsx'
import styles from './viewer-skeleton.module.css'

const rows = [70, 54, 82, 60, 76, 48, 66, 58, 80, 52]

function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton width={160} height={12} />
      <Skeleton width="56%" height={28} />
      <Skeleton width={220} height={12} />
      <div className={styles.text}>
        <SkeletonText lines={5} />
        <Skeleton width="36%" height={20} />
        <SkeletonText lines={4} />
      </div>
    </div>
  )
}

/** The placeholder of a loading page: a skeleton, and after a while a message. */
export function PagePlaceholder() {
  return (
    <Loading>
      <PageSkeleton />
    </Loading>
  )
}

/** The placeholder of a loading spreadsheet; on a phone it is read like a page. */
export function SheetPlaceholder() {
  if (useLayout() === 'phone') return <PagePlaceholder />
  return (
    <Loading>
      <SkeletonGrid />
    </Loading>
  )
}

/** The skeleton of the whole viewer while the item loads. */
export function ViewerSkeleton() {
  const width = useAtomValue(treeWidthAtom)
  const showsTree = useIsTreeDocked()
  return (
    <div className={styles.viewer}>
      <TreeButton />
      {showsTree && (
        <div className={styles.tree} style={{ width }}>
          <Skeleton height={28} />
          {rows.map((share) => (
            <Skeleton key={share} width={`${share}%`} height={12} />
          ))}
        </div>
      )}
      <div className={styles.main}>
        <PagePlaceholder />
      </div>
    </div>
  )
}

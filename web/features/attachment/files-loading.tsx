import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** What stands while a list of files loads. */
export function FilesLoading() {
  return (
    <Loading>
      <SkeletonText lines={8} />
    </Loading>
  )
}

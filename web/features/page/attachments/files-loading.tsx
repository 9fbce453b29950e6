import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Placeholder while a file list loads. */
export function FilesLoading() {
  return (
    <Loading>
      <SkeletonText lines={8} />
    </Loading>
  )
}

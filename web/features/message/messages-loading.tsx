import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** What stands while a list of messages loads. */
export function MessagesLoading() {
  return (
    <Loading>
      <SkeletonText lines={6} />
    </Loading>
  )
}

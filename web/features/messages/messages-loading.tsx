import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Placeholder while a message list loads. */
export function MessagesLoading() {
  return (
    <Loading>
      <SkeletonText lines={6} />
    </Loading>
  )
}

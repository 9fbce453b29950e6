import { Loading } from '#web/ui/loading.tsx'

/** ItemPassword: in the making. */
export function ItemPassword() {
  return <Loading />
}

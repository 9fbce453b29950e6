import { Loading } from '#web/ui/loading.tsx'

/** Setup: in the making. */
export function Setup() {
  return <Loading />
}

import { Loading } from '#web/ui/loading.tsx'

/** PageEditor: in the making. */
export function PageEditor() {
  return <Loading />
}

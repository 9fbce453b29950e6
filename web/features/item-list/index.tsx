import { Loading } from '#web/ui/loading.tsx'

/** ItemList: in the making. */
export function ItemList() {
  return <Loading />
}

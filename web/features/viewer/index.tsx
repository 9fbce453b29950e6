import { Loading } from '#web/ui/loading.tsx'

/** Viewer: in the making. */
export function Viewer() {
  return <Loading />
}

/** PageRedirect: in the making. */
export function PageRedirect() {
  return <Loading />
}

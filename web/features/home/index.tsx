import { Loading } from '#web/ui/loading.tsx'

/** Home: in the making. */
export function Home() {
  return <Loading />
}

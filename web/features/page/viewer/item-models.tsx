import { Models, ModelsLink } from '#web/features/api-docs/form/index.tsx'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useCurrentItem } from './current-item.ts'

/** The models of the open item in place of a page; with a name one of them. */
export function ItemModels({ name }: { name: string }) {
  const item = useCurrentItem()
  return (
    <LazyBoundary fallback={<Loading />}>
      <Models item={item} name={name} />
    </LazyBoundary>
  )
}

/** Below the tree: leads to the models of the open item. */
export function ItemModelsLink({ isCurrent, onPick }: { isCurrent: boolean; onPick: (() => void) | undefined }) {
  const item = useCurrentItem()
  return (
    <LazyBoundary>
      <ModelsLink key={item.item_id} item={item} isCurrent={isCurrent} onPick={onPick} />
    </LazyBoundary>
  )
}

import { useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { PageNode } from '#web/features/item/tree/index.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import type { Page } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { PageActions } from './page-actions.tsx'
import { reloadPageAtom } from './reload-page.ts'
import { SheetPlaceholder } from './viewer-skeleton.tsx'

const SheetSession = lazyComponent(async () => (await import('#web/features/spreadsheet/grid/index.tsx')).SheetEditor)

/** How long a response of the server may be used without a new request, in ms. */
const freshMs = 5000

/** When pages arrived, in ms since 1970. */
const seen = new WeakMap<Page, number>()

const seenAt = (page: Page): number => {
  const at = seen.get(page) ?? Date.now()
  seen.set(page, at)
  return at
}

/** The editable page of a spreadsheet item; printed as a plain table. */
export function SheetPage({ page, node }: { page: Page; node: PageNode | undefined }) {
  const item = useCurrentItem()
  const [query] = useSearchParams()
  const reread = useSetAtom(reloadPageAtom)
  const { page_id, page_title } = page
  const cameAt = seenAt(page)
  const fresh = () => (Date.now() - cameAt < freshMs ? page : undefined)
  const place = useMemo(() => ({ page_id: Number(page_id), item_id: Number(item.item_id) }), [page_id, item.item_id])
  // the viewer's cached page does not contain what was edited here
  useEffect(() => () => void reread(item.item_id, page_id), [reread, item.item_id, page_id])
  return (
    <LazyBoundary fallback={<SheetPlaceholder />}>
      <SheetSession
        place={place}
        title={page_title}
        fresh={fresh}
        content={page.page_content}
        actions={<PageActions page={page} node={node} hasOutline={false} small />}
        hit={query.get('hit')}
      />
    </LazyBoundary>
  )
}

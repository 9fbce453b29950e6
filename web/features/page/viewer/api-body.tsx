import { useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { ApiReading, modelPath } from '#web/features/api-docs/form/index.tsx'
import { MockAddress } from '#web/features/api-docs/mock/index.tsx'
import {
  isSocketPage,
  isTryItSupported,
  type RequestChoice,
  type SampleAuth,
  TryIt,
} from '#web/features/api-docs/try-it/index.tsx'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { Page } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { reloadPageAtom } from './reload-page.ts'

/** An API page, next to the panel that sends its request. */
export function ApiBody({ page, onOutline }: { page: Page; onOutline: (entries: OutlineEntry[]) => void }) {
  const item = useCurrentItem()
  const reread = useSetAtom(reloadPageAtom)
  const { page_id, page_content, page_version } = page
  const described = useMemo(() => ({ page_id, version: String(page_version) }), [page_id, page_version])
  // the text of a page with large models takes a millisecond to parse, and this renders several times
  const hasRequest = useMemo(() => isTryItSupported(page_content), [page_content])
  const isSocket = useMemo(() => isSocketPage(page_content), [page_content])
  const { ref } = item
  const pathOf = useCallback((name: string, of: string) => modelPath(ref, name, of), [ref])
  const side =
    (hasRequest || isSocket) &&
    ((auth: readonly SampleAuth[], choice: RequestChoice) => (
      <LazyBoundary fallback={<Loading />}>
        <TryIt
          key={page_id}
          text={page_content}
          auth={auth}
          choice={choice}
          item_id={item.item_id}
          page_id={page_id}
          canEdit={item.canEdit && !item.isArchived}
          onSaved={() => void reread(item.item_id, page_id)}
        />
      </LazyBoundary>
    ))
  return (
    <>
      {hasRequest && (
        <LazyBoundary fallback={null}>
          <MockAddress key={page_id} page_id={page_id} />
        </LazyBoundary>
      )}
      <ApiReading
        text={page_content}
        page={described}
        globals={item.summary.global_param}
        onOutline={onOutline}
        modelPath={pathOf}
        side={side}
      />
    </>
  )
}

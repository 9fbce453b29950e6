import { useSetAtom } from 'jotai'
import { canTry, TryIt } from '#web/features/api-call/index.tsx'
import { ApiReading } from '#web/features/api-page/index.tsx'
import type { OutlineEntry } from '#web/features/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Loading } from '#web/ui/loading.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { Page } from './atoms.ts'
import { rereadPageAtom } from './reread-atom.ts'
import { useViewedItem } from './viewed-item.ts'

/** A page of API JSON, with what sends its request beside it. */
export function ApiBody({ page, onOutline }: { page: Page; onOutline: (entries: OutlineEntry[]) => void }) {
  const { t } = useTranslation('api-call')
  const item = useViewedItem()
  const reread = useSetAtom(rereadPageAtom)
  const { page_id, page_content } = page
  const side = canTry(page_content) && (
    <OnDemand fallback={<Loading />}>
      <TryIt
        key={page_id}
        text={page_content}
        item_id={item.item_id}
        page_id={page_id}
        canEdit={item.canEdit && !item.isArchived}
        onSaved={() => void reread(item.item_id, page_id)}
      />
    </OnDemand>
  )
  return (
    <ApiReading
      text={page_content}
      globals={item.asItem.global_param}
      onOutline={onOutline}
      {...(side && { side, sideLabel: t('title') })}
    />
  )
}

import { getItemType } from '#shared/item-types.ts'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { useParams, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import styles from './export.module.css'
import { ExportButtons, ExportForm } from './export-form.tsx'
import { type ExportedItem, useExport } from './use-export.ts'

function Form({ item }: { item: ExportedItem }) {
  const { t } = useTranslation('export')
  const made = useExport(item, {})
  const state = made.job?.state
  return (
    <>
      <ExportForm item={item} made={made} />
      <div className={styles.actions}>
        {state !== 'running' && state !== 'done' && (
          <Button variant="primary" icon={<ExportIcon />} disabled={made.isStarting} onClick={() => void made.run()}>
            {t(state === 'failed' ? 'retry' : 'export')}
          </Button>
        )}
        <ExportButtons made={made} />
      </div>
    </>
  )
}

/** Export of an item as a separate screen. */
export function ExportScreen() {
  const { t } = useTranslation('export')
  const { item_id = '' } = useParams()
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const item = queryValue(answer)
  const name = item?.item_name ?? ''
  useTitle(item ? `${t('screen.title')} · ${name}` : answer && t('screen.title'))
  return (
    <ScreenFrame
      width="text"
      title={item ? t('title', { name }) : t('screen.title')}
      note={t('screen.note')}
      {...(!answer && { back: 'unknown' })}
      {...(item && { back: { to: `/${item.item_domain || item.item_id}`, label: name } })}
    >
      <QueryBoundary
        result={answer}
        onRetry={() => void ask('again')}
        failed={t('screen.failed')}
        waiting={<SkeletonText lines={5} />}
      >
        {(known) => {
          // archived items and items of an API client are never editable here but can be exported: the server decides
          const isFixed = known.is_archived === '1' || getItemType(known.item_type).editor === 'apiClient'
          const mayExport = known.item_edit || (known.is_login && isFixed)
          return mayExport ? <Form item={known} /> : <Banner tone="warn">{t('screen.noRight', { name })}</Banner>
        }}
      </QueryBoundary>
    </ScreenFrame>
  )
}

import { getItemType } from '#shared/item-types.ts'
import { itemsAtom } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { useParams, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExportIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import type { ExportedItem } from './atoms.ts'
import styles from './export.module.css'
import { ExportForm } from './export-form.tsx'
import { useExport } from './use-export.ts'

function Form({ item }: { item: ExportedItem }) {
  const { t } = useTranslation('export')
  const made = useExport(item, undefined)
  const state = made.transfer?.state
  const isChoosing = state !== 'running' && state !== 'done'
  return (
    <>
      <ExportForm item={item} page={undefined} made={made} />
      <div className={styles.actions}>
        {isChoosing && (
          <Button variant="primary" icon={<ExportIcon />} onClick={() => void made.start()}>
            {t(state === 'failed' ? 'retry' : 'export')}
          </Button>
        )}
        {made.transfer?.save && <Button onClick={made.transfer.save}>{t('result.again')}</Button>}
        {state === 'done' && <Button onClick={made.again}>{t('another')}</Button>}
      </div>
    </>
  )
}

/** Export of an item as a separate screen. */
export function ExportScreen() {
  const { t } = useTranslation('export')
  const { item_id = '' } = useParams()
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const item = answer && 'value' in answer ? answer.value : undefined
  const name = item?.item_name ?? ''
  useTitle(item ? `${t('screen.title')} · ${name}` : answer && t('screen.title'))
  const failure = answer && 'error' in answer ? answer.error : undefined
  // archived items and items of an API client are never editable here but can be exported: the server decides
  const isFixed = item && (item.is_archived === '1' || getItemType(item.item_type).editor === 'apiClient')
  const mayExport = item && (item.item_edit || (item.is_login && isFixed))
  return (
    <ScreenFrame
      width="text"
      title={item ? t('title', { name }) : t('screen.title')}
      note={t('screen.note')}
      {...(!answer && { back: 'unknown' })}
      {...(item && { back: { to: `/${item.item_domain || item.item_id}`, label: name } })}
    >
      {!answer && (
        <Loading onRetry={() => void ask('again')}>
          <SkeletonText lines={5} />
        </Loading>
      )}
      {failure !== undefined && (
        <LoadError
          text={t('screen.failed')}
          message={getErrorMessage(failure)}
          requestId={getRequestId(failure)}
          onRetry={() => void ask('again')}
        />
      )}
      {item && !mayExport && <Banner tone="warn">{t('screen.noRight', { name })}</Banner>}
      {item && mayExport && <Form item={item} />}
    </ScreenFrame>
  )
}

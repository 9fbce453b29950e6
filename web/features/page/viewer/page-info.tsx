import { useCachedQuery } from '#web/features/tree/view/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { wholeAddress } from './addresses.ts'
import { pagesAtom } from './atoms.ts'
import { pagePath, useCurrentItem } from './current-item.ts'
import styles from './page-info.module.css'

function Facts({ page_id }: { page_id: string }) {
  const { t } = useTranslation('viewer-more')
  const item = useCurrentItem()
  const [answer] = useCachedQuery(pagesAtom, page_id)
  if (!answer)
    return (
      <Loading>
        <SkeletonText lines={4} />
      </Loading>
    )
  if ('error' in answer) return <p role="alert">{getErrorMessage(answer.error)}</p>
  const { page_title, author_name, author_username, save_time, page_addtime, page_version } = answer.value
  const facts: [string, string][] = [
    [t('info.page'), page_title],
    [t('info.author'), author_name ? `${author_name} (${author_username})` : author_username],
    [t('info.updated'), exactTime(save_time)],
    [t('info.created'), exactTime(page_addtime)],
    [t('info.version'), page_version],
    [t('info.address'), wholeAddress(pagePath(item, page_id))],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows who saved a page last, and when. */
export function PageInfo({ page_id, onClose }: { page_id: string; onClose: () => void }) {
  const { t } = useTranslation('viewer-more')
  return (
    <Dialog open onClose={onClose} title={t('menu.info')}>
      <Facts page_id={page_id} />
    </Dialog>
  )
}

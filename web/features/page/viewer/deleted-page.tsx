import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getRequestId } from '#web/lib/api.ts'
import { getDeleterName } from '#web/lib/display-name.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { RefreshIcon, TrashIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { useCurrentItem } from './current-item.ts'
import { type DeletedPage as Deleted, restoreAndShowPageAtom } from './recycle-bin.ts'
import styles from './state.module.css'

/** Shows an editor that the page of the address is in the recycle bin: who put it there, and how to restore it. */
export function DeletedPage({ page }: { page: Deleted }) {
  const { t } = useTranslation('viewer-more')
  const item = useCurrentItem()
  const restore = useSetAtom(restoreAndShowPageAtom)
  const [busy, setBusy] = useState(false)
  const { page_id, page_title, del_time, days_left } = page
  useTitle(`${t('bin.title')} · ${item.name}`)
  const bringBack = async () => {
    setBusy(true)
    try {
      await restore(item.item_id, page_id)
      toast.ok(localized(() => i18next.t('viewer-more:bin.restored', { page: page_title })))
    } catch (error) {
      setBusy(false)
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
  }
  return (
    <div className={styles.state}>
      <TrashIcon data-size="32" />
      <h1 className={styles.title}>{t('bin.title')}</h1>
      <p className={styles.words}>
        {joinSentences([
          t('bin.who', { user: getDeleterName(page), page: page_title, time: relativeTime(del_time) }),
          t('bin.left', { count: days_left }),
        ])}
      </p>
      <div className={styles.row}>
        <Button variant="primary" icon={<RefreshIcon />} busy={busy} onClick={() => void bringBack()}>
          {t('bin.restore')}
        </Button>
        <ButtonLink to={`/${item.ref}`}>{t('notFound.back', { item: item.name })}</ButtonLink>
      </div>
    </div>
  )
}

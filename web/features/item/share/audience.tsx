import type { Visibility } from '#shared/contract/visibility.ts'
import { VisibilityIcon, visibilityHelp } from '#web/features/item/visibility/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import styles from './share-dialog.module.css'

/** Shows who can open a link to the item; managers can change it. */
export function Audience(props: { visibility: Visibility; item_id: string; canManage: boolean; onLeave: () => void }) {
  const { visibility, item_id, canManage, onLeave } = props
  const { t } = useTranslation(['share', 'visibility'])
  return (
    <p className={styles.who}>
      <VisibilityIcon visibility={visibility} />
      <span>
        <strong>{t(`visibility:${visibility}`)}</strong>
        {t('who.colon')}
        {t(`visibility:${visibilityHelp(visibility, boot.force_login)}`)}{' '}
        {canManage && (
          <Link href={`/item/setting/${item_id}`} onClick={onLeave}>
            {t('who.change')}
          </Link>
        )}
      </span>
    </p>
  )
}

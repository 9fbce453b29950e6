import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { LockIcon, PublicIcon, UserIcon } from '#web/ui/icons.ts'
import type { Audience as Who } from './links.ts'
import styles from './share-dialog.module.css'

const icons = { anyone: PublicIcon, signedIn: UserIcon, private: LockIcon }

/** Says who can open an address of the item; managers may change that. */
export function Audience(props: { who: Who; item_id: string; canManage: boolean; onLeave: () => void }) {
  const { who, item_id, canManage, onLeave } = props
  const { t } = useTranslation('share')
  const Icon = icons[who]
  return (
    <p className={styles.who}>
      <Icon />
      <span>
        {t(`who.${who}`)}{' '}
        {canManage && (
          <Link href={`/item/setting/${item_id}`} onClick={onLeave}>
            {t('who.change')}
          </Link>
        )}
      </span>
    </p>
  )
}

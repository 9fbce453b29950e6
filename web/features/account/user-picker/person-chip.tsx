import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CloseIcon, WarnIcon } from '#web/ui/icons.ts'
import styles from './user-picker.module.css'

/** A chosen person, with a button to remove them. */
export function PersonChip(props: { username: string; name: string; isUnknown: boolean; onRemove: () => void }) {
  const { username, name, isUnknown, onRemove } = props
  const { t } = useTranslation('user-picker')
  const shown = name || username
  return (
    <span className={styles.chip} data-unknown={isUnknown || undefined}>
      {isUnknown ? <WarnIcon /> : <Avatar name={shown} />}
      <span className={styles.name} title={username}>
        {shown}
      </span>
      {isUnknown && <span className={styles.unknown}>{t('unknown')}</span>}
      <button type="button" className={styles.remove} aria-label={t('remove', { name: shown })} onClick={onRemove}>
        <CloseIcon />
      </button>
    </span>
  )
}

import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import styles from './message.module.css'

/** A message: sender, text, time, whether it is new, and its actions. */
export function MessageRow(props: {
  from: string
  /** Names the message in the label of the remove button. */
  name: string
  isNew: boolean
  addtime: string
  /** Shown before the time: the item. */
  place?: ReactNode
  /** Shown at the end of the first line. */
  actions?: ReactNode
  onRemove: () => void
  /** The sentence, with related content. */
  children: ReactNode
}) {
  const { from, name, isNew, addtime, place, actions, onRemove, children } = props
  const { t } = useTranslation('message')
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <Avatar name={from} size={28} />
      <div className={styles.words}>
        {children}
        <div className={styles.meta}>
          {isNew && <Badge tone="accent">{t('new')}</Badge>}
          {place}
          <time title={exactTime(addtime)}>{relativeTime(addtime)}</time>
        </div>
      </div>
      <div className={styles.actions}>
        {actions}
        <IconButton size="s" label={t('removeOf', { name })} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      </div>
    </li>
  )
}

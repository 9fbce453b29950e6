import type { ReactNode } from 'react'
import { exactTime, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { ChangeSize } from './atoms.ts'
import { formatTime } from './format-time.ts'
import styles from './history-drawer.module.css'

/** Shows how many lines a version added and removed. */
function SizeOfChange({ size }: { size: ChangeSize }) {
  const { t } = useTranslation('page-history')
  const { added, removed } = size
  if (added === 0 && removed === 0) return <span className={styles.size}>{t('size.none')}</span>
  return (
    <span className={styles.size}>
      <span aria-hidden="true" data-sign="+">
        +{formatCount(added)}
      </span>{' '}
      <span aria-hidden="true" data-sign="-">
        −{formatCount(removed)}
      </span>
      <span className="visually-hidden">
        {t('size.added', { count: added })}, {t('size.removed', { count: removed })}
      </span>
    </span>
  )
}

/** One version in the timeline: who saved it when, what changed, and its actions. */
export function VersionRow(props: {
  author: string
  /** In Unix seconds. */
  save_time: string
  size: ChangeSize | undefined
  isCurrent?: boolean
  /** A box that selects it for a comparison. */
  box?: ReactNode
  remark?: ReactNode
  menu?: ReactNode
  onOpen?: () => void
}) {
  const { author, save_time, size, isCurrent, box, remark, menu, onOpen } = props
  const { t } = useTranslation('page-history')
  const time = formatTime(save_time)
  const inside = (
    <>
      <span className={styles.author}>{author}</span>
      <time className={styles.time} title={exactTime(save_time)}>
        {time}
      </time>
    </>
  )
  return (
    <li className={styles.version} data-current={isCurrent || undefined}>
      {box ?? <Avatar name={author} size={28} />}
      <div className={styles.facts}>
        <div className={styles.line}>
          {onOpen ? (
            <button type="button" className={styles.open} onClick={onOpen}>
              {inside}
              <span className="visually-hidden">{t('menu.show')}</span>
            </button>
          ) : (
            <span className={styles.open}>{inside}</span>
          )}
          {isCurrent && <Badge tone="accent">{t('current')}</Badge>}
          {size && <SizeOfChange size={size} />}
        </div>
        {remark}
      </div>
      {menu}
    </li>
  )
}

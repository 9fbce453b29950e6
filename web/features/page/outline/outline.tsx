import { type RefObject, useEffect, useRef } from 'react'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './outline.module.css'
import { OutlineList } from './outline-list.tsx'
import { useCurrentHeading } from './use-current-heading.ts'

/** The headings of a document next to it; the current one is highlighted and kept visible. */
export function Outline({ entries, root }: { entries: readonly OutlineEntry[]; root: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('outline')
  const current = useCurrentHeading(entries, root)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = current && list.current?.querySelector<HTMLElement>('[aria-current]')
    const box = list.current
    if (!link || !box) return
    const { offsetTop, offsetHeight } = link
    const isAbove = offsetTop < box.scrollTop + offsetHeight
    const isBelow = offsetTop + 2 * offsetHeight > box.scrollTop + box.clientHeight
    if (isAbove || isBelow) box.scrollTop = offsetTop - box.clientHeight / 2 // scrollIntoView would also move the page
  }, [current])
  return (
    <nav ref={list} className={styles.outline} aria-label={t('title')}>
      <p className={styles.title} aria-hidden="true">
        {t('title')}
      </p>
      <OutlineList entries={entries} current={current} />
    </nav>
  )
}

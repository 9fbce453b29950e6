import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { PageActions } from './page-actions.tsx'
import styles from './page-bar.module.css'
import type { PageHeaderProps } from './page-header.tsx'
import { useFullScreen } from './preferences.ts'

const headerHeight = 52
const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })

/** The compact page header: appears at the top of the window once the title has scrolled out of view. */
export function PageBar({ page, node, heading, hasOutline }: PageHeaderProps) {
  const { t } = useTranslation('viewer')
  const [isPast, setPast] = useState(false)
  const [isFull, setFull] = useFullScreen()
  useEffect(() => {
    if (!heading.current) return
    const watch = new IntersectionObserver(
      ([entry]) => entry && setPast(!entry.isIntersecting && entry.boundingClientRect.top < headerHeight),
      { rootMargin: `-${headerHeight}px 0px 0px` },
    )
    watch.observe(heading.current)
    return () => watch.disconnect()
  }, [heading])
  return (
    <div className={styles.place} data-no-print="">
      {isFull && (
        <div className={styles.leave}>
          <Button size="s" onClick={() => setFull(false)}>
            {t('page.leaveFull')}
          </Button>
        </div>
      )}
      <div className={styles.bar} data-shown={isPast || undefined} inert={!isPast}>
        <button type="button" className={styles.title} title={t('head.toTop')} onClick={toTop}>
          {page.page_title}
        </button>
        <PageActions page={page} node={node} hasOutline={hasOutline} small />
      </div>
    </div>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { MarkdownBody, type OutlineEntry } from '#web/features/markdown/index.tsx'
import { Outline, shownOutline } from '#web/features/outline/index.tsx'
import { useLayout } from '#web/lib/media.ts'
import { useTitle } from '#web/lib/route.ts'
import type { Page } from './atoms.ts'
import { bodyText } from './body-text.ts'
import { EmptyPage } from './empty-page.tsx'
import { outlineAtom } from './outline-atom.ts'
import { PageBanners } from './page-banners.tsx'
import { PageBar } from './page-bar.tsx'
import { PageFoot } from './page-foot.tsx'
import { PageHead } from './page-head.tsx'
import styles from './page-view.module.css'
import { outlineHiddenAtom, wideTextAtom } from './prefs.ts'
import { useReadingPosition } from './reading-position.ts'
import { usePageKeys } from './use-page-keys.ts'
import { useViewedItem } from './viewed-item.ts'
import { Watermark } from './watermark.tsx'

/** A page for reading: head, text, foot, and the outline beside it. */
export function PageView({ page }: { page: Page }) {
  const item = useViewedItem()
  const text = useMemo(() => bodyText(page.page_content), [page.page_content])
  const isEmpty = text.trim() === ''
  const root = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [outline, setOutline] = useState<OutlineEntry[]>([])
  const setShared = useSetAtom(outlineAtom)
  const isWide = useAtomValue(wideTextAtom)
  const outlineHidden = useAtomValue(outlineHiddenAtom)
  const layout = useLayout()
  const node = item.pages.find(({ id }) => id === page.page_id)

  useTitle(page.page_title === item.name ? item.name : `${page.page_title} · ${item.name}`)
  useReadingPosition(page.page_id)
  usePageKeys(page)
  const takeOutline = (entries: OutlineEntry[]) => {
    const shown = shownOutline(entries)
    setOutline(shown)
    setShared(shown)
  }
  const hasOutline = !isEmpty && outline.length > 1
  return (
    <article ref={root} className={styles.page} data-wide={isWide || undefined} data-one={item.isOnePage || undefined}>
      {item.hasWatermark && <Watermark />}
      <PageBar page={page} node={node} heading={heading} hasOutline={hasOutline} />
      <div className={styles.column}>
        <PageBanners />
        <PageHead page={page} node={node} heading={heading} text={text} hasOutline={hasOutline} />
        {isEmpty ? <EmptyPage page_id={page.page_id} /> : <MarkdownBody text={text} onOutline={takeOutline} />}
        {!item.isOnePage && <PageFoot page_id={page.page_id} />}
      </div>
      {layout === 'wide' && (
        <div className={styles.aside} data-no-print="">
          {hasOutline && !outlineHidden && <Outline entries={outline} root={root} />}
        </div>
      )}
    </article>
  )
}

import { useSetAtom } from 'jotai'
import { type RefObject, useMemo } from 'react'
import { catalogsAbove, type PageNode } from '#web/features/item/tree/index.ts'
import { readingMinutes } from '#web/features/page/content/index.tsx'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { wholeAddress } from './addresses.ts'
import type { Page } from './atoms.ts'
import { pagePath, useCurrentItem } from './current-item.ts'
import { PageActions } from './page-actions.tsx'
import styles from './page-header.module.css'
import { panelAtom } from './panels.ts'

/** The props of the parts above the text. */
export interface PageHeaderProps {
  page: Page
  /** The page in the tree; undefined when the tree does not contain it yet. */
  node: PageNode | undefined
  heading: RefObject<HTMLHeadingElement | null>
  hasOutline: boolean
}

/** Shows when the page was saved, the exact time on hover; for editors it links to the changes. */
function SavedAt({ page: { page_id, save_time } }: { page: Page }) {
  const { t } = useTranslation('viewer')
  const { canEdit } = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  const words = t('head.updated', { time: relativeTime(save_time) })
  const exact = exactTime(save_time)
  if (!canEdit) return <time title={exact}>{words}</time>
  return (
    <Tooltip text={`${exact} · ${t('head.changes')}`}>
      <button type="button" className={styles.time} onClick={() => openPanel({ kind: 'history', page_id })}>
        {words}
      </button>
    </Tooltip>
  )
}

/** Above the text: the breadcrumb of the page, its title, its author and time, and its actions. */
export function PageHeader({ page, node, heading, text, hasOutline }: PageHeaderProps & { text: string }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const minutes = useMemo(() => readingMinutes(text), [text])
  const crumbs = [
    { label: item.name, to: `/${item.ref}` },
    ...(node ? catalogsAbove(node).map(({ title }) => ({ label: title })) : []),
    { label: page.page_title },
  ]
  return (
    <header className={styles.head}>
      {!item.isOnePage && (
        <div className={styles.path} data-no-print="">
          <Breadcrumb parts={crumbs} />
        </div>
      )}
      <h1 ref={heading} className={styles.title}>
        {page.page_title}
      </h1>
      <div className={styles.actionsArea}>
        <PageActions page={page} node={node} hasOutline={hasOutline} />
      </div>
      <p className={styles.facts} data-no-print="">
        <Avatar name={getAuthorName(page)} />
        <span className={styles.author} title={page.author_username}>
          {getAuthorName(page)}
        </span>
        <SavedAt page={page} />
        {text.trim() !== '' && <span>{t('head.minutes', { count: minutes })}</span>}
      </p>
      <p className={styles.onPaper}>
        {wholeAddress(pagePath(item, page.page_id))}
        <br />
        {exactTime(page.save_time)}
      </p>
    </header>
  )
}

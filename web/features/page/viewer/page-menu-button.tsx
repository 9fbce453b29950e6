import { useState } from 'react'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { preloadMenuContent } from '#web/ui/menu-loader.ts'
import type { Page } from './atoms.ts'

const load = () => import('./page-menu.tsx')
const PageMenu = lazyComponent(async () => (await load()).PageMenu)

const preload = () => {
  preloadMenuContent()
  load().catch(() => undefined) // the click requests it again
}

/** The button for all other actions of a page. What it opens is loaded on first use. */
export function PageMenuButton({ page, node }: { page: Page; node: PageNode | undefined }) {
  const { t } = useTranslation('viewer')
  const [wanted, setWanted] = useState<'click' | 'key'>()
  const button = (
    <IconButton
      label={t('page.more')}
      aria-haspopup="menu"
      onClick={({ detail }) => setWanted(detail === 0 ? 'key' : 'click')}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <MoreIcon />
    </IconButton>
  )
  if (!wanted) return button
  const trigger = (
    <IconButton label={t('page.more')}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <LazyBoundary fallback={button}>
      <PageMenu page={page} node={node} trigger={trigger} byKey={wanted === 'key'} />
    </LazyBoundary>
  )
}

import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { navigate } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { lazyToggleStarAtom, type Page } from './atoms.ts'
import { adjacentPages, editPath, newPagePath, pagePath, useCurrentItem } from './current-item.ts'
import { panelAtom } from './panels.ts'
import { outlineHiddenAtom } from './preferences.ts'
import { useFullScreen } from './use-full-screen.ts'

/** Handles the keyboard shortcuts of a page. Source: interface guide 2.9. */
export function usePageKeys(page: Page, node: PageNode | undefined): void {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const { before, after } = adjacentPages(item.pages, page.page_id)
  const [outlineHidden, hideOutline] = useAtom(outlineHiddenAtom)
  const openPanel = useSetAtom(panelAtom)
  const star = useSetAtom(lazyToggleStarAtom)
  const isSignedIn = Boolean(useAtomValue(userAtom))
  const [isFull, setFull] = useFullScreen()
  const layout = useLayout()
  const edits = item.canEdit
  const arranges = edits && !item.isOnePage
  useShortcut('e', () => navigate(editPath(item, page.page_id)), { enabled: edits, label: t('keys.edit') })
  useShortcut('n', () => navigate(newPagePath(item, page.cat_id)), { enabled: arranges, label: t('keys.newPage') })
  useShortcut('h', () => openPanel({ kind: 'history', page_id: page.page_id }), {
    enabled: edits,
    label: t('keys.history'),
  })
  useShortcut('m', () => node && openPanel({ kind: 'carry', node, isMove: true }), {
    enabled: arranges && node !== undefined,
    label: t('keys.move'),
  })
  useShortcut('s', () => void star(item), { enabled: isSignedIn, label: t('keys.star') })
  useShortcut('[', () => before && navigate(pagePath(item, before.id)), {
    enabled: before !== undefined,
    label: t('keys.before'),
  })
  useShortcut(']', () => after && navigate(pagePath(item, after.id)), {
    enabled: after !== undefined,
    label: t('keys.after'),
  })
  const showOutline = () => (layout === 'wide' ? hideOutline(!outlineHidden) : openPanel({ kind: 'outline' }))
  useShortcut('mod+shift+o', showOutline, { inFields: true, label: t('keys.outline') })
  useShortcut('escape', () => setFull(false), { enabled: isFull, label: t('keys.leaveFull') })
}

import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { useLayout } from '#web/lib/media.ts'
import { navigate } from '#web/lib/route.ts'
import type { Page } from './atoms.ts'
import { panelAtom } from './panels.ts'
import { outlineHiddenAtom } from './prefs.ts'
import { useFullScreen } from './use-full-screen.ts'
import { editPath, neighboursOf, newPagePath, pagePath, useViewedItem } from './viewed-item.ts'

/** The keys that work on a page. Source: interface guide 2.9. */
export function usePageKeys(page: Page): void {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const { before, after } = neighboursOf(item.pages, page.page_id)
  const [outlineHidden, hideOutline] = useAtom(outlineHiddenAtom)
  const openPanel = useSetAtom(panelAtom)
  const [isFull, setFull] = useFullScreen()
  const layout = useLayout()
  const edits = { enabled: item.canEdit, label: t('keys.edit') }
  useShortcut('e', () => navigate(editPath(item, page.page_id)), edits)
  const adds = { enabled: item.canEdit && !item.isOnePage, label: t('keys.newPage') }
  useShortcut('n', () => navigate(newPagePath(item, page.cat_id)), adds)
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

import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { HeaderSlot } from '#web/app/layout/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TreeIcon } from '#web/ui/icons.ts'
import { panelAtom } from './panels.ts'
import { fullScreenAtom, treeHiddenAtom } from './preferences.ts'

/** Reports whether the tree is a drawer, as in narrow windows. */
function useIsDrawer(): boolean {
  const layout = useLayout()
  return layout === 'phone' || layout === 'narrow'
}

/** Reports whether the tree is shown next to the text. */
export function useIsTreeDocked(): boolean {
  const isDrawer = useIsDrawer()
  const hidden = useAtomValue(treeHiddenAtom)
  return !isDrawer && !hidden
}

/** The button in the top bar that shows and hides the tree. */
export function TreeButton() {
  const { t } = useTranslation('viewer')
  const isDrawer = useIsDrawer()
  const [hidden, setHidden] = useAtom(treeHiddenAtom)
  const [panel, setPanel] = useAtom(panelAtom)
  const setFull = useSetAtom(fullScreenAtom)
  const toggle = () => {
    setFull(false)
    if (isDrawer) setPanel(panel?.kind === 'tree' ? null : { kind: 'tree' })
    else setHidden(!hidden)
  }
  useShortcut('mod+.', toggle, { inFields: true, label: t('keys.tree') })
  return (
    <HeaderSlot name="tree">
      <IconButton label={t(isDrawer || hidden ? 'tree.show' : 'tree.hide')} shortcut="mod+." onClick={toggle}>
        <TreeIcon />
      </IconButton>
    </HeaderSlot>
  )
}

import { TextSelection } from '@milkdown/kit/prose/state'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditIcon, ExternalIcon } from '#web/ui/icons.ts'
import { Floating, getTextRect, preventBlur } from './floating.tsx'
import { openAddress } from './link-box.tsx'
import { linkAround, openedLink, openLinkBox } from './link-state.ts'
import styles from './menus.module.css'
import { type MenuProps, useEditor } from './signal.ts'
import { UnlinkIcon } from './visual-icons.ts'

/** The target of the link at the cursor, with the actions on the link. */
export function LinkHint(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation('visual-editor')
  const state = useEditor(props, (now) => now.selection.empty && linkAround(now) !== undefined)
  const { selection } = state
  if (!(selection instanceof TextSelection) || !selection.empty || openedLink(state) || !view.hasFocus()) return null
  const link = linkAround(state)
  if (!link || selection.from <= link.from || selection.from >= link.to) return null
  const href = String(link.mark.attrs['href'])
  const { type } = link.mark
  return (
    <Floating view={view} side="bottom" align="start" anchor={() => getTextRect(view, link.from, link.to)}>
      <div className={styles.linkBox} onMouseDown={preventBlur}>
        <span className={styles.address}>{href}</span>
        <IconButton size="s" label={t('link.open')} onClick={() => openAddress(href)}>
          <ExternalIcon />
        </IconButton>
        <IconButton
          size="s"
          label={t('link.edit')}
          shortcut="mod+k"
          onClick={() => openLinkBox(view.state, view.dispatch, view)}
        >
          <EditIcon />
        </IconButton>
        <IconButton
          size="s"
          label={t('link.remove')}
          onClick={() => view.dispatch(view.state.tr.removeMark(link.from, link.to, type))}
        >
          <UnlinkIcon />
        </IconButton>
      </div>
    </Floating>
  )
}

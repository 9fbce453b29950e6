import { TextSelection } from '@milkdown/kit/prose/state'
import UnlinkIcon from 'lucide-react/icons/unlink'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditIcon, ExternalIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { Floating, getTextRect, type MenuProps, preventBlur, useEditor } from './floating.tsx'
import {
  closeLinkBox,
  isAddress,
  linkAround,
  normalizeAddress,
  openedLink,
  openLinkBox,
  setLink,
} from './link-state.ts'
import styles from './menus.module.css'

/** The box for the address of a link: Ctrl+K, or the buttons of the bubble. */
export function LinkBox(props: MenuProps) {
  const place = openedLink(useEditor(props, (state) => openedLink(state) !== undefined))
  return place ? <Box key={place.from} {...props} /> : null
}

function Box({ view }: MenuProps) {
  const { t } = useTranslation('visual-editor')
  const place = openedLink(view.state) ?? { from: 0, to: 0 }
  const link = linkAround(view.state, Math.min(place.from + 1, place.to))
  const selected = view.state.doc.textBetween(place.from, place.to)
  const [address, setAddress] = useState(() =>
    String(link?.mark.attrs['href'] ?? (isAddress(selected) ? selected : '')),
  )
  const close = (tr = view.state.tr) => {
    view.dispatch(closeLinkBox(tr))
    view.focus()
  }
  const whole = link ?? place
  const remove = () => {
    const type = view.state.schema.marks['link']
    close(type ? view.state.tr.removeMark(whole.from, whole.to, type) : view.state.tr)
  }
  const save = () => {
    const href = normalizeAddress(address)
    if (href === '') remove()
    else close(setLink(view.state.tr, whole, href))
  }
  return (
    <Floating view={view} side="bottom" align="start" anchor={() => getTextRect(view, place.from, place.to)}>
      <form
        className={styles.linkBox}
        role="dialog"
        aria-modal={false}
        aria-label={t('link.label')}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onBlur={(event) => {
          const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
          if (!isInside && document.hasFocus() && openedLink(view.state)) view.dispatch(closeLinkBox(view.state.tr))
        }}
      >
        <TextInput
          size="s"
          autoFocus
          value={address}
          onValue={setAddress}
          aria-label={t('link.address')}
          placeholder={t('link.placeholder')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <Button size="s" type="submit" variant="primary">
          {t('link.apply')}
        </Button>
        {link && (
          <>
            <IconButton size="s" label={t('link.open')} onClick={() => openAddress(normalizeAddress(address))}>
              <ExternalIcon />
            </IconButton>
            <IconButton size="s" label={t('link.remove')} onClick={remove}>
              <UnlinkIcon />
            </IconButton>
          </>
        )}
      </form>
    </Floating>
  )
}

/** Opens the target of a link in a new tab; never an address that runs code. */
function openAddress(address: string): void {
  const url = new URL(address, window.location.href)
  if (/^(?:https?|mailto|tel):$/.test(url.protocol)) window.open(url, '_blank', 'noopener,noreferrer')
}

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

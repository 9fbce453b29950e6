import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ExternalIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { Floating, getTextRect } from './floating.tsx'
import { closeLinkBox, isAddress, linkAround, normalizeAddress, openedLink, setLink } from './link-state.ts'
import styles from './menus.module.css'
import { type MenuProps, useEditor } from './signal.ts'
import { UnlinkIcon } from './visual-icons.ts'

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
export function openAddress(address: string): void {
  const url = new URL(address, window.location.href)
  if (/^(?:https?|mailto|tel):$/.test(url.protocol)) window.open(url, '_blank', 'noopener,noreferrer')
}

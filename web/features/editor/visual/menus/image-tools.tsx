import { NodeSelection } from '@milkdown/kit/prose/state'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrashIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { imageWidths } from '../views/image-view.ts'
import { Floating } from './floating.tsx'
import styles from './menus.module.css'
import { type MenuProps, useEditor } from './signal.ts'

/** The tools of the selected image: its description and its width. Enter moves the focus to them, Esc back. */
export function ImageTools(props: MenuProps) {
  const { view } = props
  const state = useEditor(props, (now) => now.selection instanceof NodeSelection)
  const { selection } = state
  const isImage = selection instanceof NodeSelection && selection.node.type.name === 'image'
  const dom = isImage ? view.nodeDOM(selection.from) : undefined
  if (!isImage || !view.editable || !(dom instanceof HTMLElement)) return null
  return <Tools key={`${selection.from},${selection.node.attrs['width']}`} {...props} pos={selection.from} dom={dom} />
}

function Tools({ view, pos, dom }: MenuProps & { pos: number; dom: HTMLElement }) {
  const { t } = useTranslation('visual-editor')
  const box = useRef<HTMLDivElement>(null)
  const attrs = view.state.doc.nodeAt(pos)?.attrs
  const [width, setWidth] = useState(String(attrs?.['width'] ?? ''))
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      box.current?.querySelector('input')?.focus()
    }
    view.dom.addEventListener('keydown', onKey, true)
    return () => view.dom.removeEventListener('keydown', onKey, true)
  }, [view])
  const set = (name: string, value: string) => {
    const tr = view.state.tr.setNodeAttribute(pos, name, value)
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)))
  }
  const applyWidth = () => {
    const px = Math.round(Number(width))
    const isWidth = width === '' || (px >= imageWidths.least && px <= imageWidths.most)
    if (isWidth) set('width', width === '' ? '' : String(px))
    else setWidth(String(attrs?.['width'] ?? ''))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
    event.preventDefault()
    if (event.key === 'Enter') applyWidth()
    view.focus()
  }
  return (
    <Floating view={view} side="top" anchor={() => dom.getBoundingClientRect()}>
      <div ref={box} className={styles.imageTools} role="group" aria-label={t('image.tools')} onKeyDown={onKeyDown}>
        <label className={styles.imageField}>
          <span>{t('image.alt')}</span>
          <TextInput
            size="s"
            value={String(attrs?.['alt'] ?? '')}
            placeholder={t('image.altHint')}
            onValue={(value) => set('alt', value)}
          />
        </label>
        <label className={styles.imageField} data-narrow="">
          <span>{t('image.width')}</span>
          <TextInput
            size="s"
            value={width}
            inputMode="numeric"
            placeholder={t('image.auto')}
            onValue={(value) => setWidth(value.replace(/\D/g, '').slice(0, 4))}
            onBlur={applyWidth}
          />
        </label>
        <IconButton
          size="s"
          label={t('image.remove')}
          onClick={() => {
            view.dispatch(view.state.tr.delete(pos, pos + 1))
            view.focus()
          }}
        >
          <TrashIcon />
        </IconButton>
      </div>
    </Floating>
  )
}

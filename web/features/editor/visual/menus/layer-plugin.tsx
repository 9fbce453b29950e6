import { Plugin } from '@milkdown/kit/prose/state'
import { createRoot } from 'react-dom/client'
import { Layer } from './layer.tsx'
import styles from './menus.module.css'
import { Signal } from './signal.ts'

/** Adds the menus of visual mode to its text: the bubble, the `/` menu, the handles. */
export function layerPlugin(): Plugin {
  const signal = new Signal()
  const emit = () => {
    signal.emit()
    return false
  }
  return new Plugin({
    props: { handleDOMEvents: { focus: emit, blur: emit, pointerup: emit, compositionend: emit } },
    view(view) {
      const holder = view.dom.parentElement
      const box = document.createElement('div')
      box.className = styles['layer'] ?? ''
      holder?.classList.add(styles['holder'] ?? '')
      holder?.append(box)
      const root = createRoot(box)
      root.render(<Layer view={view} signal={signal} />)
      window.addEventListener('scroll', signal.emit, true)
      window.addEventListener('resize', signal.emit)
      window.visualViewport?.addEventListener('resize', signal.emit)
      return {
        update: signal.emit,
        destroy: () => {
          window.removeEventListener('scroll', signal.emit, true)
          window.removeEventListener('resize', signal.emit)
          window.visualViewport?.removeEventListener('resize', signal.emit)
          signal.stop()
          // React may be rendering at the moment, because it is what removes the editor
          window.setTimeout(() => {
            root.unmount()
            box.remove()
          })
        },
      }
    },
  })
}

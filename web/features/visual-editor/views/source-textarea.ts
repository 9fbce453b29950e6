import { createElement } from './dom.ts'
import styles from './views.module.css'

/** How the writing of a node's source ends: with the cursor after the node, or wherever the person went. */
export type CloseReason = 'stay' | 'away'

/**
 * A text box for the source of a node, in its place. What is typed goes to `onText` at once, so that nothing is lost
 * however it closes: Esc, Ctrl+Enter, or going elsewhere.
 */
export function createSourceTextarea(options: {
  label: string
  text: string
  isInline: boolean
  onText: (text: string) => void
  onClose: (leaving: CloseReason) => void
}): HTMLTextAreaElement {
  const { label, text, isInline, onText, onClose } = options
  const box = createElement('textarea', {
    class: isInline ? (styles['inlineSource'] ?? '') : (styles['source'] ?? ''),
    'aria-label': label,
    rows: '1',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
  })
  box.value = text
  let isClosed = false
  const close = (leaving: CloseReason) => {
    if (isClosed) return
    isClosed = true
    onClose(leaving)
  }
  box.addEventListener('input', () => onText(box.value))
  box.addEventListener('blur', () => close('away'))
  box.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isDone = event.key === 'Enter' && (isInline || event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    close('stay')
  })
  return box
}

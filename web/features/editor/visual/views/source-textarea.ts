import { createElement } from './dom.ts'
import styles from './views.module.css'

/** How editing a node's source ends: the cursor goes after the node, or wherever the user went. */
export type CloseReason = 'stay' | 'away'

/**
 * Creates a text box for the source of a node, in its place. Typed text goes to `onText` immediately, so that nothing
 * is lost however the box closes: Esc, Ctrl+Enter, or leaving it.
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

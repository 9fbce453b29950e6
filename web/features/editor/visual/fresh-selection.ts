import { Plugin } from '@milkdown/kit/prose/state'

type Place = Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'>

const placeOf = (selection: Selection | null): Place | undefined =>
  selection
    ? {
        anchorNode: selection.anchorNode,
        anchorOffset: selection.anchorOffset,
        focusNode: selection.focusNode,
        focusOffset: selection.focusOffset,
      }
    : undefined

const isSame = (a: Place | undefined, b: Place | undefined) =>
  a?.anchorNode === b?.anchorNode &&
  a?.anchorOffset === b?.anchorOffset &&
  a?.focusNode === b?.focusNode &&
  a?.focusOffset === b?.focusOffset

/**
 * Makes user actions apply at the current cursor position. The browser moves the cursor immediately but reports it in a
 * later task; a key pressed before that, as under load, would act at the old position: after Ctrl+A and End, on
 * everything. It must come before all plugins that handle events.
 */
export function freshSelectionPlugin(): Plugin {
  const selection = () => placeOf(document.getSelection())
  let told: Place | undefined
  const tell = () => {
    if (!isSame(told, selection())) document.dispatchEvent(new Event('selectionchange'))
    return false
  }
  const onKey = ({ composing }: { composing: boolean }, event: KeyboardEvent) =>
    !composing && !event.isComposing && tell()
  return new Plugin({
    props: { handleDOMEvents: { keydown: onKey, paste: tell, cut: tell, copy: tell } },
    view: () => {
      const onTold = () => {
        told = selection()
      }
      document.addEventListener('selectionchange', onTold)
      return { destroy: () => document.removeEventListener('selectionchange', onTold) }
    },
  })
}

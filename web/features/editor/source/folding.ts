import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

const marker = (isOpen: boolean) => {
  const sign = document.createElement('span')
  sign.className = isOpen ? 'cm-foldMark' : 'cm-foldMark cm-foldMark-closed'
  sign.textContent = '›'
  return sign
}

/** Folds headings, code blocks and lists, by the marker next to them or by keys. */
export const folding: Extension = [
  codeFolding({ placeholderText: '…' }),
  foldGutter({ markerDOM: marker }),
  keymap.of(foldKeymap),
]

import type { EditorView } from '@milkdown/kit/prose/view'
import { createElement } from '../views/dom.ts'
import { imageTypes } from './image-file.ts'
import { uploadImages } from './page-plugin.ts'

/** Lets the user choose images, and inserts them at the cursor. */
export function chooseImages(view: EditorView): void {
  const input = createElement('input', { type: 'file', accept: [...imageTypes].join(','), multiple: '' })
  input.addEventListener('change', () => {
    view.focus()
    uploadImages(view, [...(input.files ?? [])])
  })
  input.click()
}

import type { EditorView } from '@milkdown/kit/prose/view'
import { make } from '../views/dom.ts'
import { shownTypes } from './image-file.ts'
import { addPictures } from './written-page.ts'

/** Lets the person choose pictures, and puts them in at the cursor. */
export function chooseImages(view: EditorView): void {
  const input = make('input', { type: 'file', accept: [...shownTypes].join(','), multiple: '' })
  input.addEventListener('change', () => {
    view.focus()
    addPictures(view, [...(input.files ?? [])])
  })
  input.click()
}

import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { acceptImages, uploadInto, uploadingText } from '#web/features/editor/core/index.tsx'
import { imageMarkdown } from '#web/lib/file-markdown.ts'
import type { UploadTarget } from '#web/lib/upload.ts'

/** A placeholder widget in the text while an image is uploading. */
class Uploading extends WidgetType {
  readonly id: number
  readonly words: string

  constructor(id: number, words: string) {
    super()
    this.id = id
    this.words = words
  }

  override eq(other: Uploading) {
    return other.id === this.id
  }

  override toDOM() {
    const box = document.createElement('span')
    box.className = 'cm-uploading'
    box.textContent = `![${this.words}]()`
    return box
  }
}

const start = StateEffect.define<{ id: number; at: number; words: string }>({
  map: (value, changes) => ({ ...value, at: changes.mapPos(value.at, 1) }),
})
const end = StateEffect.define<number>()

const idOf = (decoration: Decoration): number | undefined =>
  decoration.spec.widget instanceof Uploading ? decoration.spec.widget.id : undefined

/** The running uploads, each at its position in the text. */
export const uploadsField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    let next = places.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(start)) {
        const { id, at, words } = effect.value
        next = next.update({ add: [Decoration.widget({ widget: new Uploading(id, words), side: id }).range(at)] })
      }
      if (effect.is(end)) next = next.update({ filter: (_from, _to, one) => idOf(one) !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const placeOf = (view: EditorView, id: number): number | undefined => {
  for (const cursor = view.state.field(uploadsField).iter(); cursor.value; cursor.next()) {
    if (idOf(cursor.value) === id) return cursor.from
  }
  return undefined
}

let lastId = 0

/**
 * Uploads images one after another and inserts each where it was dropped, unless that position has been deleted in the
 * meantime; reports each result. Undo removes an image like any typed text.
 */
export async function insertImages(view: EditorView, files: readonly File[], at: number, target: UploadTarget) {
  const waiting = acceptImages(files).map((file) => {
    lastId += 1
    return { file, id: lastId }
  })
  view.dispatch({
    effects: waiting.map(({ file, id }) => start.of({ id, at, words: uploadingText(file.name) })),
  })
  for (const { file, id } of waiting) {
    const insertImage = (url: string) => {
      const place = placeOf(view, id)
      if (place === undefined) return false
      const isLast = id === waiting.at(-1)?.id
      const insert = `${imageMarkdown(file.name, url)}${isLast ? '' : '\n'}`
      const { head } = view.state.selection.main
      view.dispatch({
        changes: { from: place, insert },
        effects: end.of(id),
        ...(head === place && { selection: { anchor: place + insert.length } }),
        userEvent: 'input.image',
      })
      return true
    }
    await uploadInto(file, target, { insert: insertImage, onFailed: () => view.dispatch({ effects: end.of(id) }) })
  }
}

/** Returns the files of a paste or a drop; none when it includes text, as from spreadsheets and word processors. */
export function getFiles(data: DataTransfer | null): File[] {
  if (!data || data.files.length === 0) return []
  return data.getData('text/plain') ? [] : [...data.files]
}

import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { checkImage, type ImageError, imageMarkdown } from './image-check.ts'

/** Stands in the text, without being part of it, while a picture is on its way. */
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

/** The pictures on their way, each at its place in the text. */
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

/** What putting pictures into a text needs from around it. */
export interface UploadHost {
  upload: (file: File) => Promise<string>
  /** The words in a picture's place: «uploading name…». */
  placeholder: (name: string) => string
  onRejected: (fault: ImageError, names: string[]) => void
  onFailed: (name: string, error: unknown) => void
  onDone: (name: string) => void
}

let lastId = 0

/**
 * Uploads pictures one after another and puts each into the text where it was dropped. A place that was deleted
 * meanwhile gets none. Undo takes a picture away like anything typed.
 */
export async function insertImages(view: EditorView, files: readonly File[], at: number, host: UploadHost) {
  const faults = new Map<ImageError, string[]>()
  const good = files.filter((file) => {
    const fault = checkImage(file)
    if (fault) faults.set(fault, [...(faults.get(fault) ?? []), file.name])
    return !fault
  })
  for (const [fault, names] of faults) host.onRejected(fault, names)
  const waiting = good.map((file) => {
    lastId += 1
    return { file, id: lastId }
  })
  view.dispatch({
    effects: waiting.map(({ file, id }) => start.of({ id, at, words: host.placeholder(file.name) })),
  })
  for (const { file, id } of waiting) {
    try {
      const url = await host.upload(file)
      const place = placeOf(view, id)
      if (place === undefined) continue
      const isLast = id === waiting.at(-1)?.id
      const insert = `${imageMarkdown(file.name, url)}${isLast ? '' : '\n'}`
      const { head } = view.state.selection.main
      view.dispatch({
        changes: { from: place, insert },
        effects: end.of(id),
        ...(head === place && { selection: { anchor: place + insert.length } }),
        userEvent: 'input.image',
      })
      host.onDone(file.name)
    } catch (error) {
      view.dispatch({ effects: end.of(id) })
      host.onFailed(file.name, error)
    }
  }
}

/** The files of a paste or a drop; none when text came with them, as spreadsheets and word processors do. */
export function getFiles(data: DataTransfer | null): File[] {
  if (!data || data.files.length === 0) return []
  return data.getData('text/plain') ? [] : [...data.files]
}

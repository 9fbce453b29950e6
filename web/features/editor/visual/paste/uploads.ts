import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { acceptImages, uploadInto, uploadingText } from '#web/features/editor/core/index.tsx'
import { nameWithoutExtension } from '#web/lib/file-markdown.ts'
import type { UploadTarget } from '#web/lib/upload.ts'
import { createElement, createFixedElement } from '../views/dom.ts'
import styles from '../views/views.module.css'

type Change = { start: number; at: number; name: string } | { end: number }

const key = new PluginKey<DecorationSet>('docstead-uploads')
let lastId = 0

/** The progress bars of uploading images, by upload. */
const bars = new Map<number, HTMLProgressElement>()

function drawWaiting(id: number, name: string): HTMLElement {
  const bar = createElement('progress', { max: '1', value: '0', 'aria-label': uploadingText(name) })
  bars.set(id, bar)
  return createFixedElement(
    'span',
    { class: styles['uploading'] ?? '' },
    createElement('span', {}, uploadingText(name)),
    bar,
  )
}

/** Returns the position for the image of an upload; undefined when it was deleted. */
function placeOf(state: EditorState, id: number): number | undefined {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from
}

/** Placeholder widgets in the text while images are uploading. */
export const uploadsPlugin = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, places) {
      const next = places.map(tr.mapping, tr.doc)
      const change: Change | undefined = tr.getMeta(key)
      if (!change) return next
      if ('end' in change) return next.remove(next.find(undefined, undefined, (spec) => spec['id'] === change.end))
      const { start: id, at, name } = change
      return next.add(tr.doc, [Decoration.widget(at, () => drawWaiting(id, name), { id, key: `upload${id}`, side: 1 })])
    },
  },
  props: {
    decorations(state) {
      return this.getState(state)
    },
  },
})

/** Returns whether an image is allowed at this position: nowhere in code. */
const takesImage = (state: EditorState, at: number) => {
  const { parent } = state.doc.resolve(at)
  const image = state.schema.nodes['image']
  return image !== undefined && parent.inlineContent && parent.type.contentMatch.matchType(image) !== null
}

async function uploadOne(view: EditorView, file: File, id: number, target: UploadTarget) {
  const finish = (tr = view.state.tr) => {
    bars.delete(id)
    if (!view.isDestroyed) view.dispatch(tr.setMeta(key, { end: id } satisfies Change))
  }
  const insert = (url: string) => {
    if (view.isDestroyed) return false
    const at = placeOf(view.state, id)
    const image = view.state.schema.nodes['image']?.create({ src: url, alt: nameWithoutExtension(file.name) })
    const canInsert = at !== undefined && image !== undefined
    finish(canInsert ? view.state.tr.insert(at, image) : undefined)
    return canInsert
  }
  await uploadInto(file, target, {
    insert,
    onFailed: finish,
    onSent: (share) => bars.get(id)?.setAttribute('value', String(share)),
  })
}

/** Uploads images one after another and inserts each where it was dropped; reports which were rejected, and why. */
export async function addImages(
  view: EditorView,
  files: readonly File[],
  target: UploadTarget,
  at = view.state.selection.to,
): Promise<void> {
  const good = acceptImages(files)
  if (good.length === 0) return
  const end = takesImage(view.state, at) ? at : newLineFor(view, at)
  const waiting = good.map((file) => {
    lastId += 1
    view.dispatch(view.state.tr.setMeta(key, { start: lastId, at: end, name: file.name } satisfies Change))
    return { file, id: lastId }
  })
  for (const { file, id } of waiting) await uploadOne(view, file, id, target)
}

/** Adds a line below the block of a position, for an image that is not allowed there. */
function newLineFor(view: EditorView, at: number): number {
  const $at = view.state.doc.resolve(at)
  const below = $at.depth === 0 ? at : $at.after(1)
  const line = view.state.schema.nodes['paragraph']?.createAndFill()
  if (!line) return at
  view.dispatch(view.state.tr.insert(below, line))
  return below + 1
}

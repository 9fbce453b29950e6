import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { api, getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { fetchWithProgress } from '#web/lib/upload.ts'
import { toast } from '#web/ui/toast.ts'
import { createElement, createFixedElement } from '../views/dom.ts'
import styles from '../views/views.module.css'
import { checkImage, type ImageError, nameWithoutExtension } from './image-file.ts'

type Change = { start: number; at: number; name: string } | { end: number }

const key = new PluginKey<DecorationSet>('docstead-uploads')
const t = () => i18next.getFixedT(null, 'source-editor')
let lastId = 0

/** The progress bars of uploading images, by upload. */
const bars = new Map<number, HTMLProgressElement>()

function drawWaiting(id: number, name: string): HTMLElement {
  const bar = createElement('progress', { max: '1', value: '0', 'aria-label': t()('image.uploading', { name }) })
  bars.set(id, bar)
  return createFixedElement(
    'span',
    { class: styles['uploading'] ?? '' },
    createElement('span', {}, t()('image.uploading', { name })),
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
const takesPicture = (state: EditorState, at: number) => {
  const { parent } = state.doc.resolve(at)
  const image = state.schema.nodes['image']
  return image !== undefined && parent.inlineContent && parent.type.contentMatch.matchType(image) !== null
}

function tellRefused(files: readonly File[]): File[] {
  const refused = new Map<ImageError, string[]>()
  const good = files.filter((file) => {
    const fault = checkImage(file)
    if (fault) refused.set(fault, [...(refused.get(fault) ?? []), file.name])
    return !fault
  })
  for (const [fault, names] of refused) toast.error(localized(() => t()(`image.${fault}`, { names: names.join(', ') })))
  return good
}

async function uploadOne(view: EditorView, file: File, id: number, place: { item_id: number; page_id: number }) {
  const finish = (tr = view.state.tr) => {
    bars.delete(id)
    if (!view.isDestroyed) view.dispatch(tr.setMeta(key, { end: id } satisfies Change))
  }
  try {
    const { url } = await api.page.uploadImg(
      { 'editormd-image-file': file, ...place },
      { fetch: fetchWithProgress((share) => bars.get(id)?.setAttribute('value', String(share))) },
    )
    if (view.isDestroyed) return
    const at = placeOf(view.state, id)
    const image = view.state.schema.nodes['image']?.create({ src: url, alt: nameWithoutExtension(file.name) })
    if (at === undefined || !image) return finish()
    finish(view.state.tr.insert(at, image))
    announce(t()('image.done', { name: file.name }))
  } catch (error) {
    finish()
    const requestId = getRequestId(error)
    const text = () => t()('image.failed', { name: file.name, reason: getErrorMessage(error) })
    toast.error(localized(text), { ...(requestId && { requestId }) })
  }
}

/** Uploads images one after another and inserts each where it was dropped; reports which were rejected, and why. */
export async function addImages(
  view: EditorView,
  files: readonly File[],
  place: { item_id: number; page_id: number },
  at = view.state.selection.to,
): Promise<void> {
  const good = tellRefused(files)
  if (good.length === 0) return
  const end = takesPicture(view.state, at) ? at : newLineFor(view, at)
  const waiting = good.map((file) => {
    lastId += 1
    view.dispatch(view.state.tr.setMeta(key, { start: lastId, at: end, name: file.name } satisfies Change))
    return { file, id: lastId }
  })
  for (const { file, id } of waiting) await uploadOne(view, file, id, place)
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

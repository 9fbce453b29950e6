import type { Mark } from '@milkdown/kit/prose/model'
import { type Command, type EditorState, Plugin, PluginKey, type Transaction } from '@milkdown/kit/prose/state'

/** The text range that a link box is about. */
interface LinkRange {
  from: number
  to: number
}

const key = new PluginKey<LinkRange | undefined>('docstead-link')

/** Stores the range whose address is being edited. */
export const linkPlugin = new Plugin<LinkRange | undefined>({
  key,
  state: {
    init: () => undefined,
    apply(tr, place) {
      const set: LinkRange | null | undefined = tr.getMeta(key)
      if (set !== undefined) return set ?? undefined
      if (!place) return undefined
      const next = { from: tr.mapping.map(place.from, -1), to: tr.mapping.map(place.to, 1) }
      return next.from > next.to ? undefined : next
    },
  },
})

/** Returns the range whose address is being edited; undefined while no link box is open. */
export const openedLink = (state: EditorState): LinkRange | undefined => key.getState(state)

/** Closes the link box. */
export const closeLinkBox = (tr: Transaction): Transaction => tr.setMeta(key, null)

/** Returns the link around a position, with its whole text. */
export function linkAround(
  { doc, selection }: Pick<EditorState, 'doc' | 'selection'>,
  pos = selection.$from.pos,
): (LinkRange & { mark: Mark }) | undefined {
  const type = doc.type.schema.marks['link']
  const $pos = doc.resolve(pos)
  const near = $pos.parent.childAfter($pos.parentOffset)
  const before = $pos.parent.childBefore($pos.parentOffset)
  const mark = [near.node, before.node].map((node) => type && node && type.isInSet(node.marks)).find(Boolean)
  if (!mark) return undefined
  const start = $pos.start()
  const isIn = (index: number) =>
    index >= 0 && index < $pos.parent.childCount && mark.isInSet($pos.parent.child(index).marks)
  let index = near.node && mark.isInSet(near.node.marks) ? near.index : before.index
  let from = start + ($pos.parent.childCount === 0 ? 0 : offsetOf($pos.parent.children.slice(0, index)))
  let end = index
  while (isIn(index - 1)) {
    index -= 1
    from -= $pos.parent.child(index).nodeSize
  }
  let to = start + offsetOf($pos.parent.children.slice(0, end))
  while (isIn(end)) {
    to += $pos.parent.child(end).nodeSize
    end += 1
  }
  return { from, to, mark }
}

const offsetOf = (nodes: readonly { nodeSize: number }[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)

/** Opens the box for the address of the selection, or of the link at the cursor. */
export const openLinkBox: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false
  const { from, to, empty } = state.selection
  const place: LinkRange = (empty ? linkAround(state) : undefined) ?? { from, to }
  dispatch?.(state.tr.setMeta(key, { from: place.from, to: place.to }))
  return true
}

/** Makes a range a link, or changes the address of one; an empty range gets the address as its text. */
export function setLink(tr: Transaction, { from, to }: LinkRange, href: string): Transaction {
  const type = tr.doc.type.schema.marks['link']
  if (!type) return tr
  if (from === to) {
    const marks = tr.doc.resolve(from).marks()
    return tr.insert(from, tr.doc.type.schema.text(href, type.create({ href }).addToSet(marks)))
  }
  const title = linkTitle(tr, from, to)
  return tr.removeMark(from, to, type).addMark(from, to, type.create(title ? { href, title } : { href }))
}

function linkTitle(tr: Transaction, from: number, to: number): unknown {
  let title: unknown
  tr.doc.nodesBetween(from, to, (node) => {
    title ??= node.marks.find(({ type }) => type.name === 'link')?.attrs['title']
  })
  return title
}

/** Returns the address to store: a bare host gets a scheme, everything else is unchanged. */
export function normalizeAddress(typed: string): string {
  const address = typed.trim()
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/.test(address)) return `mailto:${address}`
  return /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|cn|org|net|io|dev)(?:[/:?#]|$))/i.test(address)
    ? `https://${address}`
    : address
}

/** Returns whether a text is an address and nothing else. */
export const isAddress = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text.trim())

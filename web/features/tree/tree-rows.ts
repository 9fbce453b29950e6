import type { TreeNode } from './tree-nodes.ts'

/** A line of the tree as it is shown now. */
export interface TreeRow {
  node: TreeNode
  /** From 1. */
  level: number
  /** Its place among its neighbours, from 1, and how many they are. */
  place: number
  of: number
  /** Whether a catalog shows what is in it. */
  isOpen: boolean
}

/**
 * The lines to show from top to bottom.
 *
 * @param keep leaves out all other lines, and opens every catalog
 */
export function rowsOf(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  keep?: ReadonlySet<string>,
  level = 1,
): TreeRow[] {
  const shown = keep ? nodes.filter((node) => keep.has(node.key)) : nodes
  return shown.flatMap((node, at) => {
    const isOpen = node.kind === 'catalog' && (keep !== undefined || open.has(node.id))
    const row: TreeRow = { node, level, place: at + 1, of: shown.length, isOpen }
    return isOpen && node.kind === 'catalog' ? [row, ...rowsOf(node.children, open, keep, level + 1)] : [row]
  })
}

/** What a filter leaves: the keys of the lines to keep, and how many of them it was looking for. */
export interface Filtered {
  keep: ReadonlySet<string>
  hits: number
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether a name holds every word of `text`, in any order and case. */
export function holdsWords(name: string, text: string): boolean {
  const small = name.toLowerCase()
  return wordsOf(text).every((word) => small.includes(word))
}

/** The lines whose names hold every word of `text`, with the catalogs they lie in; undefined when there are no words. */
export function filterTree(nodes: readonly TreeNode[], text: string): Filtered | undefined {
  if (text.trim() === '') return undefined
  const keep = new Set<string>()
  let hits = 0
  const visit = (node: TreeNode): boolean => {
    const isHit = holdsWords(node.title, text)
    if (isHit) hits += 1
    const below = node.kind === 'catalog' ? node.children.map(visit).includes(true) : false
    if (isHit || below) keep.add(node.key)
    return isHit || below
  }
  nodes.forEach(visit)
  return { keep, hits }
}

const endWidth = 9
const shortest = 20

const widthOf = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u.test(letter)
    ? 2
    : 1

/**
 * A name in two parts, of which the first may be cut short: of a long name, beginning and end stay readable.
 * Counted in Latin letters; a Chinese one takes the room of two.
 */
export function partsOfName(name: string): [start: string, end: string] {
  const letters = Array.from(name)
  const widths = letters.map(widthOf)
  if (widths.reduce((sum, width) => sum + width, 0) < shortest) return [name, '']
  let cut = letters.length
  for (let room = endWidth; room > 0; cut--) room -= widths[cut - 1] ?? 0
  return [letters.slice(0, cut).join(''), letters.slice(cut).join('')]
}

import type { TreeNode } from './tree-nodes.ts'

/** A line of the tree as it is shown now. */
export interface TreeRow {
  node: TreeNode
  /** From 1. */
  level: number
  /** Its place among its neighbours, from 1, and how many they are. */
  position: number
  siblingCount: number
  /** Whether a catalog shows what is in it. */
  isOpen: boolean
  /** A page, or a catalog in which nothing could be shown. */
  isLeaf: boolean
  /** The end of its name that tells it from a neighbour, where the name is cut; mostly empty. */
  end: string
}

/**
 * The lines to show from top to bottom.
 *
 * @param keep leaves out all other lines, and opens every catalog
 * @param opensAll false leaves the catalogs as they are in spite of `keep`
 */
export function buildTreeRows(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  keep?: ReadonlySet<string>,
  opensAll = true,
  level = 1,
): TreeRow[] {
  const shown = keep ? nodes.filter((node) => keep.has(node.key)) : nodes
  const ends = distinguishingSuffixes(shown.map(({ title }) => title))
  return shown.flatMap((node, at) => {
    const isLeaf = node.kind === 'page' || (keep !== undefined && !node.children.some(({ key }) => keep.has(key)))
    const isOpen = node.kind === 'catalog' && ((keep !== undefined && opensAll) || open.has(node.id))
    const row: TreeRow = {
      node,
      level,
      position: at + 1,
      siblingCount: shown.length,
      isOpen,
      isLeaf,
      end: ends.get(node.title) ?? '',
    }
    return isOpen ? [row, ...buildTreeRows(node.children, open, keep, opensAll, level + 1)] : [row]
  })
}

/** What a filter leaves. */
export interface Filtered {
  /** The keys of the lines to keep. */
  keep: ReadonlySet<string>
  /** How many names hold the words. */
  hits: number
  /** How many more pages are kept for what stands in them. */
  contents: number
  /** What is left out is so by its kind: the lines may be put in order all the same. */
  isByKind?: boolean
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether a name holds every word of `text`, in any order and case. */
export function matchesFilter(name: string, text: string): boolean {
  const small = name.toLowerCase()
  return wordsOf(text).every((word) => small.includes(word))
}

/**
 * The lines whose names hold every word of `text`, with the catalogs they lie in; undefined when there are no words.
 *
 * @param found keeps these pages as well: ids of pages in which the words stand
 */
export function filterTree(
  nodes: readonly TreeNode[],
  text: string,
  found?: ReadonlySet<string>,
): Filtered | undefined {
  if (text.trim() === '') return undefined
  const keep = new Set<string>()
  let hits = 0
  let contents = 0
  const visit = (node: TreeNode): boolean => {
    const isHit = matchesFilter(node.title, text)
    const isFound = !isHit && node.kind === 'page' && found?.has(node.id) === true
    if (isHit) hits += 1
    if (isFound) contents += 1
    const below = node.kind === 'catalog' ? node.children.map(visit).includes(true) : false
    const isKept = isHit || isFound || below
    if (isKept) keep.add(node.key)
    return isKept
  }
  nodes.forEach(visit)
  return { keep, hits, contents }
}

/** How wide a beginning is that may fill a line of the tree: a difference behind it may be out of sight. In Latin letters. */
const alikeWidth = 14
const wordMost = 8

// A Chinese letter takes the room of two Latin ones.
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu
const widthOf = (text: string) => text.length + (text.match(wide)?.length ?? 0)

function alikeUntil(one: string, other = ''): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/**
 * The ends of long names that must stay readable where names are cut, because another name begins in the same way: from the
 * word on in which they differ.
 */
export function distinguishingSuffixes(names: readonly string[]): ReadonlyMap<string, string> {
  const long = [...new Set(names)].filter((name) => widthOf(name) > alikeWidth).sort()
  const ends = new Map<string, string>()
  for (const [at, name] of long.entries()) {
    const until = Math.max(alikeUntil(name, long[at - 1]), alikeUntil(name, long[at + 1]))
    if (widthOf(name.slice(0, until)) < alikeWidth) continue
    const word = /[^\s/_.,:-]*$/.exec(name.slice(0, until))?.[0].length ?? 0
    const from = word > wordMost ? until : until - word
    const isHalf = /[\uDC00-\uDFFF]/.test(name[from] ?? '')
    ends.set(name, name.slice(isHalf ? from - 1 : from))
  }
  return ends
}

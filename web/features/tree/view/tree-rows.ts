import type { TreeNode } from '#web/features/item/tree/index.ts'

/** A row of the tree as it is displayed now. */
export interface TreeRow {
  node: TreeNode
  /** The level, from 1. */
  level: number
  /** Its position among its siblings, from 1, and their number. */
  position: number
  siblingCount: number
  /** Whether a catalog is expanded. */
  isOpen: boolean
  /** Whether it is a page, or a catalog with nothing to show. */
  isLeaf: boolean
  /** The suffix of its name that distinguishes it from a neighbor when the name is truncated; usually empty. */
  end: string
}

/**
 * Returns the rows to show, from top to bottom.
 *
 * @param keep omits all other rows, and opens every catalog
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

/** The result of a filter. */
export interface Filtered {
  /** The keys of the rows to keep. */
  keep: ReadonlySet<string>
  /** The number of names that match. */
  hits: number
  /** The number of additional pages kept because of their contents. */
  contents: number
  /** Whether rows are omitted by their kind: then the rows can still be reordered. */
  isByKind?: boolean
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Reports whether a name contains every word of `text`, in any order and case. */
export function matchesFilter(name: string, text: string): boolean {
  const small = name.toLowerCase()
  return wordsOf(text).every((word) => small.includes(word))
}

/**
 * Returns the rows whose names contain every word of `text`, with the catalogs that contain them; undefined when there
 * are no words.
 *
 * @param found also keeps these pages: ids of pages whose contents match
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
    const isStored = isHit || isFound || below
    if (isStored) keep.add(node.key)
    return isStored
  }
  nodes.forEach(visit)
  return { keep, hits, contents }
}

/**
 * The width of a common beginning that may fill a row of the tree: a difference after it may be cut off. In Latin
 * characters.
 */
const alikeWidth = 14
const wordMost = 8

// A Chinese character is as wide as two Latin ones.
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu
const widthOf = (text: string) => text.length + (text.match(wide)?.length ?? 0)

function alikeUntil(one: string, other = ''): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/**
 * Returns the suffixes of long names that must stay readable where names are truncated, because another name begins in
 * the same way: from the first word that differs.
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

import { canExportAs, type ExportFormatName, exportFormatNames } from '#shared/export-formats.ts'
import type { TreeNode } from '#web/features/item/tree/index.ts'

/** The part of an item that is exported. */
export type ExportScope = 'item' | 'catalog' | 'page' | 'choice'

/** The options selected in the dialog. */
export interface ExportChoice {
  format: ExportFormatName
  scope: ExportScope
  /** The selected catalog; 0 for none. */
  cat_id: number
  /** The keys of the ticked pages in the tree. */
  ticked: ReadonlySet<string>
}

/** Returns the formats that an item of a type can be exported in. */
export const formatsFor = (item_type: string): ExportFormatName[] =>
  exportFormatNames.filter((name) => canExportAs(item_type, name))

/** Returns the keys of a node and of everything in it that can be ticked: pages, and catalogs without any page. */
export const ticksIn = (node: TreeNode): string[] =>
  node.kind === 'page' || node.children.length === 0 ? [node.key] : node.children.flatMap(ticksIn)

/** Returns the fewest catalogs and pages that are exactly what is ticked: a catalog when all in it is. */
export function chosenIds(nodes: readonly TreeNode[], ticked: ReadonlySet<string>) {
  const cat_ids: string[] = []
  const page_ids: string[] = []
  const visit = (node: TreeNode) => {
    if (node.kind === 'page') {
      if (ticked.has(node.key)) page_ids.push(node.id)
    } else if (ticksIn(node).every((key) => ticked.has(key))) cat_ids.push(node.id)
    else node.children.forEach(visit)
  }
  nodes.forEach(visit)
  return { cat_ids, page_ids }
}

/** Returns the input of the export call. */
export function toExportInput(
  item_id: string,
  { format, scope, cat_id, ticked }: ExportChoice,
  page_id: string | undefined,
  nodes: readonly TreeNode[],
) {
  const input = { item_id, format }
  if (scope === 'catalog') return { ...input, cat_id }
  if (scope === 'page') return { ...input, page_id }
  if (scope === 'item') return input
  const chosen = chosenIds(nodes, ticked)
  return { ...input, cat_ids: chosen.cat_ids.join(','), page_ids: chosen.page_ids.join(',') }
}

import type { Node } from '@milkdown/kit/prose/model'
import type { Transaction } from '@milkdown/kit/prose/state'

/** An edit that a person could make to the block at position `at`. */
export type Edit = { name: string; apply: (tr: Transaction, at: number) => void }

/** The end and the start of the first textblock inside a block. */
function firstWords(block: Node): { start: number; end: number; node: Node } | undefined {
  if (block.isTextblock) return { start: 1, end: 1 + block.content.size, node: block }
  let found: { start: number; end: number; node: Node } | undefined
  block.descendants((node, at) => {
    if (!found && node.isTextblock) found = { start: at + 2, end: at + 2 + node.content.size, node }
    return !found
  })
  return found
}

/** The ends of all rows, items or cells of this type in a block. */
function inside(block: Node, type: string): { at: number; node: Node }[] {
  const found: { at: number; node: Node }[] = []
  block.descendants((node, at) => {
    if (node.type.name === type) found.push({ at: at + 1, node })
  })
  return found
}

/** The possible edits of a block. */
export function listEdits(block: Node): Edit[] {
  const { schema } = block.type
  const edits: Edit[] = []
  const words = firstWords(block)
  const type = block.type.name
  if (words) {
    edits.push({
      name: 'append a word',
      apply: (tr, at) => tr.insertText(words.node.content.size > 0 ? ' word' : 'word', at + words.end),
    })
    edits.push({ name: 'begin with a word', apply: (tr, at) => tr.insertText('Word ', at + words.start) })
    if (type === 'code_block')
      edits.push({ name: 'add a line of code', apply: (tr, at) => tr.insertText('\nmore', at + words.end) })
    else if (words.node.content.size > 0)
      edits.push({
        name: 'make all bold',
        apply: (tr, at) => tr.addMark(at + words.start, at + words.end, schema.mark('strong')),
      })
  }
  if (type === 'heading')
    edits.push({
      name: 'change the level',
      apply: (tr, at) => tr.setNodeAttribute(at, 'level', (Number(block.attrs['level']) % 6) + 1),
    })
  if (type === 'paragraph')
    edits.push({
      name: 'make a heading',
      apply: (tr, at) => tr.setBlockType(at + 1, at + 1, schema.nodes['heading'] ?? block.type, { level: 2 }),
    })
  if (type.endsWith('_list')) {
    const items = inside(block, 'list_item')
    const last = items.at(-1)
    const item = schema.node('list_item', { spread: false }, [
      schema.node('paragraph', null, [schema.text('new project')]),
    ])
    edits.push({ name: 'add an project', apply: (tr, at) => tr.insert(at + block.nodeSize - 1, item) })
    edits.push({ name: 'add a first project', apply: (tr, at) => tr.insert(at + 1, item) })
    if (last) {
      edits.push({
        name: 'tick an project',
        apply: (tr, at) => tr.setNodeAttribute(at + last.at, 'checked', !last.node.attrs['checked']),
      })
    }
    if (block.childCount > 1)
      edits.push({
        name: 'remove the first project',
        apply: (tr, at) => tr.delete(at + 1, at + 1 + block.child(0).nodeSize),
      })
  }
  if (type === 'table') {
    const cells = [...inside(block, 'table_cell'), ...inside(block, 'table_header')]
    const middle = cells[Math.floor(cells.length / 2)]
    const rows = inside(block, 'table_row')
    const last = rows.at(-1)
    if (middle)
      edits.push({ name: 'change a cell', apply: (tr, at) => tr.insertText('new | cell', at + middle.at + 2) })
    if (last) {
      edits.push({ name: 'add a row', apply: (tr, at) => tr.insert(at + block.nodeSize - 1, last.node) })
      edits.push({
        name: 'remove a row',
        apply: (tr, at) => tr.delete(at + last.at, at + last.at + last.node.nodeSize),
      })
    }
  }
  if (block.isAtom && 'source' in block.attrs)
    edits.push({
      name: 'change the source',
      apply: (tr, at) => tr.setNodeAttribute(at, 'source', `${block.attrs['source']}x`),
    })
  return edits
}

import type { Node, Schema } from '@milkdown/kit/prose/model'
import { EditorState, TextSelection } from '@milkdown/kit/prose/state'
import { beforeAll, describe, expect, test } from 'vitest'
import { dropAt } from '#web/features/editor/visual/menus/block-drop.ts'
import {
  blockAt,
  copyBlock,
  moveBlock,
  removeBlock,
  selectedBlock,
} from '#web/features/editor/visual/menus/block-moves.ts'
import { activeFormats, visualCommands } from '#web/features/editor/visual/menus/formats.ts'
import { isAddress, linkAround, normalizeAddress, setLink } from '#web/features/editor/visual/menus/link-state.ts'
import { rankCommands } from '#web/features/editor/visual/menus/slash-commands.ts'
import { isMarkdown } from '#web/features/editor/visual/paste/detect-markdown.ts'
import { widthAfter } from '#web/features/editor/visual/views/image-view.ts'
import { isShownAlone, protectedKind } from '#web/features/editor/visual/views/protected-kind.ts'
import { nameWithoutExtension } from '#web/lib/file-markdown.ts'
import { checkImage } from '#web/lib/upload.ts'
import { testSchema } from './schema.ts'

let schema: Schema

beforeAll(async () => {
  schema = await testSchema()
})

const text = (words: string) => schema.node('paragraph', null, words ? [schema.text(words)] : [])
const stateOf = (...blocks: Node[]) => EditorState.create({ doc: schema.node('doc', null, blocks) })
const cursorIn = (state: EditorState, pos: number, to = pos) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos, to)))
const words = (doc: Node) => doc.children.map((node) => node.textContent)
const run = (state: EditorState, name: keyof typeof visualCommands) => {
  let next = state
  visualCommands[name](state, (tr) => {
    next = state.apply(tr)
  })
  return next
}

describe('blocks', () => {
  test('move among their siblings, with the cursor', () => {
    const state = cursorIn(stateOf(text('one'), text('two'), text('three')), 7)
    const block = selectedBlock(state)
    expect(block).toMatchObject({ index: 1, count: 3 })
    const up = block && moveBlock(state, block, 0)
    expect(up && words(up.doc)).toEqual(['two', 'one', 'three'])
    expect(up?.selection.from).toBe(2)
    expect(block && moveBlock(state, block, 3)).toBeUndefined()
    const down = block && moveBlock(state, block, 2)
    expect(down && words(down.doc)).toEqual(['one', 'three', 'two'])
  })

  test('are items inside lists, and whole tables', () => {
    const item = (one: string) => schema.node('list_item', null, [text(one)])
    const state = stateOf(schema.node('bullet_list', null, [item('a'), item('b')]), text('after'))
    expect(blockAt(state, 4)?.node.type.name).toBe('list_item')
    expect(blockAt(state, 3)?.count).toBe(2)
  })

  test('are duplicated below and deleted; the last one leaves an empty line', () => {
    const state = stateOf(text('one'))
    const block = blockAt(state, 1)
    if (!block) throw new Error('no block')
    expect(words(copyBlock(state, block).doc)).toEqual(['one', 'one'])
    expect(words(removeBlock(state, block).doc)).toEqual([''])
  })

  test('are moved to where they are dropped', () => {
    const box = (top: number) => ({ top, bottom: top + 10, left: 0, width: 100 })
    const boxes = [box(0), box(20), box(40)]
    expect(dropAt(boxes, 0, 48)).toMatchObject({ index: 2 })
    expect(dropAt(boxes, 2, 1)).toMatchObject({ index: 0 })
    expect(dropAt(boxes, 1, 27)).toMatchObject({ index: 1 })
    expect(dropAt([], 0, 1)).toBeUndefined()
  })
})

describe('formats', () => {
  test('are toggled and known at the cursor', () => {
    const state = cursorIn(stateOf(text('some words')), 1, 5)
    const bold = run(state, 'bold')
    expect([...activeFormats(bold)]).toEqual(['bold'])
    expect([...activeFormats(run(bold, 'bold'))]).toEqual([])
    const heading = run(state, 'heading2')
    expect([...activeFormats(heading)]).toEqual(['heading2'])
    expect(run(heading, 'heading2').doc.child(0).type.name).toBe('paragraph')
  })

  test('switch between kinds of list, and back to text', () => {
    const state = cursorIn(stateOf(text('one')), 2)
    const task = run(state, 'task')
    expect(task.doc.child(0).child(0).attrs['checked']).toBe(false)
    const ordered = run(task, 'ordered')
    expect(ordered.doc.child(0).type.name).toBe('ordered_list')
    expect(ordered.doc.child(0).child(0).attrs['checked']).toBeNull()
    expect(run(ordered, 'ordered').doc.child(0).type.name).toBe('paragraph')
  })

  test('put a table in place of an empty line, and after one with text', () => {
    expect(run(stateOf(text('')), 'table').doc.children.map(({ type }) => type.name)).toEqual(['table'])
    const beside = run(cursorIn(stateOf(text('one')), 2), 'table')
    expect(beside.doc.children.map(({ type }) => type.name)).toEqual(['paragraph', 'table'])
  })
})

describe('links', () => {
  test('cover all the text with one address', () => {
    const state = stateOf(text('see the guide'))
    const linked = state.apply(setLink(state.tr, { from: 5, to: 14 }, 'https://example.com'))
    const bold = linked.apply(linked.tr.addMark(9, 14, schema.mark('strong')))
    expect(linkAround(bold, 7)).toMatchObject({ from: 5, to: 14 })
    expect(linkAround(bold, 12)).toMatchObject({ from: 5, to: 14 })
    expect(linkAround(bold, 2)).toBeUndefined()
  })

  test('get a missing scheme, and no other change', () => {
    expect(normalizeAddress(' example.com/a ')).toBe('https://example.com/a')
    expect(normalizeAddress('me@example.com')).toBe('mailto:me@example.com')
    expect(normalizeAddress('/orders/1')).toBe('/orders/1')
    expect(normalizeAddress('README.md')).toBe('README.md')
    expect(normalizeAddress('#top')).toBe('#top')
    expect(isAddress('https://example.com')).toBe(true)
    expect(isAddress('https://example.com and more')).toBe(false)
  })
})

describe('the / menu', () => {
  const found = (query: string) => rankCommands(query).map(({ id }) => id)

  test('finds entries in both languages, by short names too', () => {
    expect(found('tab')[0]).toBe('table')
    expect(found('表格')[0]).toBe('table')
    expect(found('标题').slice(0, 2)).toEqual(['heading1', 'heading2'])
    expect(found('h3')).toEqual(['heading3'])
    expect(found('todo')).toEqual(['task'])
    expect(found('流程')).toEqual([])
    expect(found('脚注')).toEqual(['footnote'])
    expect(found('details')).toEqual(['details'])
    expect(found('').length).toBeGreaterThan(20)
  })

  test('lists contributed entries after its own, and only inline ones in a table cell', () => {
    const run = () => undefined
    const more = [
      { id: 'table', label: 'Paste a table', words: ['excel', '粘贴'], run },
      { id: 'link', label: 'Link to a page', words: ['page'], isInline: true, run },
    ]
    const all = (query: string, isInCell = false) => rankCommands(query, more, isInCell).map(({ id }) => id)
    expect(all('table')).toEqual(['table', 'contents', 'insert-table'])
    expect(all('粘贴')).toEqual(['insert-table'])
    expect(all('', true)).toEqual(['image', 'link', 'mathInline', 'footnote', 'date', 'insert-link'])
  })
})

describe('pasted text', () => {
  test.each([
    '# Title\n\nText',
    '- one\n- two',
    '| a |\n| --- |\n| 1 |',
    '```js\nlet a\n```',
    'see **this** and [that](https://example.com)',
    '- [ ] todo',
  ])('is Markdown: %j', (pasted) => {
    expect(isMarkdown(pasted)).toBe(true)
  })

  test.each([
    'Just words.',
    '2 * 3 * 4 = 24',
    '#include <stdio.h>\nint main() { return 0; }',
    '#!/bin/sh\n# a comment\necho hi',
    '{"a": "**b**", "c": "`d`"}',
    'Price: $5 - cheap',
    'https://example.com/a_b_c',
  ])('is not: %j', (pasted) => {
    expect(isMarkdown(pasted)).toBe(false)
  })

  test('checks images before sending them', () => {
    expect(checkImage({ type: 'image/png', size: 10 })).toBeUndefined()
    expect(checkImage({ type: 'image/svg+xml', size: 10 })).toBe('notAnImage')
    expect(checkImage({ type: 'image/png', size: 5_000_000 })).toBe('tooLarge')
    expect(nameWithoutExtension('A [map].png')).toBe('A map')
  })
})

describe('nodes', () => {
  test('names protected ones by their kind', () => {
    expect(protectedKind('---\ntitle: x\n---')).toBe('frontMatter')
    expect(protectedKind('[TOC]')).toBe('contents')
    expect(protectedKind('<!-- x -->')).toBe('comment')
    expect(protectedKind('<div>x</div>')).toBe('html')
    expect(protectedKind('[^1]: note')).toBe('footnote')
    expect(protectedKind('[a]: /b')).toBe('reference')
    expect(isShownAlone('<b>x</b>')).toBe(true)
    expect(isShownAlone('[TOC]')).toBe(false)
  })

  test('keeps images within their limits', () => {
    expect(widthAfter(100, 50, 700)).toBe(150)
    expect(widthAfter(100, -500, 700)).toBe(24)
    expect(widthAfter(100, 5000, 700)).toBe(700)
  })
})

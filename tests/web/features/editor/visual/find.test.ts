import { history, undo } from '@milkdown/kit/prose/history'
import { type Command, EditorState, Plugin, TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { describe, expect, test } from 'vitest'
import { type FindQuery, noQuery } from '#web/features/editor/core/index.tsx'
import { openLossless } from '#web/features/editor/visual/document/lossless.ts'
import {
  openFind,
  refreshFind,
  replaceEvery,
  replaceOne,
  stepThroughHits,
} from '#web/features/editor/visual/find/find-commands.ts'
import { changeFind, findField, findKey, getFindState } from '#web/features/editor/visual/find/find-state.ts'
import { pagePlugin } from '#web/features/editor/visual/paste/page-plugin.ts'
import { testSchema } from './schema.ts'

const schema = await testSchema()

/** A text to search in. */
function search(text: string, query: Partial<FindQuery>) {
  const opened = openLossless(schema, text)
  const page = pagePlugin({
    target: () => ({ item_id: 1, page_id: 1 }),
    parse: (markdown) => schema.node('doc', null, opened.parse(markdown)),
  })
  const view = {
    state: EditorState.create({
      doc: opened.doc,
      selection: TextSelection.atStart(opened.doc),
      plugins: [history(), page, new Plugin({ key: findKey, state: findField })],
    }),
    dispatch: (tr: Transaction) => {
      view.state = view.state.apply(tr)
    },
    dom: { querySelector: () => null },
    composing: false,
  }
  const real = view as unknown as EditorView
  const run = (command: Command) => command(view.state, view.dispatch, real)
  run(openFind(false))
  view.dispatch(changeFind(view.state.tr, { query: { ...noQuery, ...query } }))
  return {
    view,
    run,
    replaceAll: () => replaceEvery(real),
    next: () => run(stepThroughHits(1)),
    previous: () => run(stepThroughHits(-1)),
    refresh: () => refreshFind(real),
    read: () => opened.read(view.state.doc),
    selected: () => view.state.doc.textBetween(view.state.selection.from, view.state.selection.to),
    total: () => getFindState(view.state).hits.length,
    at: () => getFindState(view.state).at,
    marks: () => getFindState(view.state).marked.find().length,
  }
}

describe('find', () => {
  test('across marks and soft line breaks, in cells, code, sources and titles', () => {
    expect(search('a **bo**ld b\nold c', { search: 'bold' }).total()).toBe(1)
    expect(search('one\ntwo', { search: 'one two' }).total()).toBe(1)
    const text =
      '| key |\n| --- |\n| x key |\n\n```js\nkey()\n```\n\n```mermaid\ngraph key\n```\n\n' +
      '<div>key key</div>\n\n$$\nkey\n$$\n\nin $key$ and <b>key</b> <i class="key">\n\n> [!NOTE] key\n> key'
    expect(search(text, { search: 'key' }).total()).toBe(12)
  })

  test('respects case, whole words and regular expressions', () => {
    expect(search('Ab ab abc', { search: 'AB' }).total()).toBe(3)
    expect(search('Ab ab abc', { search: 'ab', caseSensitive: true }).total()).toBe(2)
    expect(search('Ab ab abc', { search: 'ab', wholeWord: true }).total()).toBe(2)
    expect(search('a1 b22', { search: '[a-z]\\d+', regexp: true }).total()).toBe(2)
    expect(search('a.b', { search: '.', regexp: false }).total()).toBe(1)
    expect(search('a ![x](/x) b', { search: '.*', regexp: true }).total()).toBe(0)
    const { view, total } = search('a', { search: '(', regexp: true })
    expect(total()).toBe(0)
    expect(getFindState(view.state).finder).toBeUndefined()
  })

  test('goes from match to match, and wraps around', () => {
    const { next, previous, at, selected, view } = search('ab ab\n\nab', { search: 'ab' })
    expect(at()).toBe(-1)
    next()
    next()
    expect([at(), view.state.selection.from]).toEqual([1, 4])
    next()
    next()
    expect([at(), selected()]).toEqual([0, 'ab'])
    previous()
    expect([at(), view.state.selection.from]).toEqual([2, 8])
  })

  test('starts at the cursor, also after the text changed', () => {
    const { view, next, at, total, refresh, marks } = search('ab ab\n\nab', { search: 'ab' })
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 5)))
    next()
    expect(at()).toBe(2)
    view.dispatch(view.state.tr.insertText('ab ', 1))
    expect([at(), marks()]).toEqual([-1, 3])
    refresh()
    expect([total(), marks()]).toEqual([4, 4])
  })

  test('searches for the selection when the panel opens', () => {
    const { view, run } = search('one two', { search: 'x' })
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 5, 8)))
    run(openFind(true))
    expect(getFindState(view.state)).toMatchObject({ isReplacing: true, query: { search: 'two' }, at: 0 })
  })
})

describe('replace', () => {
  const text =
    '* one  \n* key *two*\n\nSetext\n======\n\n| a  | key |\n|:--|---|\n| x  | y |\n\n<div>key</div>\n\n\n+ keep\n\n```js\nkey\n```\n'

  test('changes only the blocks with matches, in one undo step', () => {
    const { view, replaceAll, read } = search(text, { search: 'key', replace: 'word' })
    replaceAll()
    expect(read()).toBe(text.replaceAll('key', 'word'))
    undo(view.state, view.dispatch)
    expect(read()).toBe(text)
  })

  test('replaces one at a time and continues after the replacement', () => {
    const { run, read, at, total } = search('key and key\n\n<div>key key</div>', { search: 'key', replace: 'key2' })
    run(replaceOne)
    expect(read()).toBe('key and key\n\n<div>key key</div>')
    for (const _ of 'abc') run(replaceOne)
    expect(read()).toBe('key2 and key2\n\n<div>key2 key</div>')
    expect([at(), total()]).toEqual([3, 4])
    run(replaceOne)
    expect([read(), at()]).toEqual(['key2 and key2\n\n<div>key2 key2</div>', 0])
  })

  test('inserts the replacement as literal text, not as Markdown', () => {
    const { replaceAll, read } = search('a key b', { search: 'key', replace: '*x*' })
    replaceAll()
    expect(read()).toBe('a \\*x\\* b')
  })

  test('inserts the groups of a regular expression', () => {
    const query = { search: '(\\w+)-(\\w+)', replace: '$2 $1 $& $$', regexp: true }
    const { replaceAll, read } = search('one-two', query)
    replaceAll()
    expect(read()).toBe('two one one-two $')
  })

  test('keeps marks, and deletes words for an empty replacement', () => {
    const { replaceAll, read } = search('a **key** `key` [key](/x)', { search: 'key', replace: 'w' })
    replaceAll()
    expect(read()).toBe('a **w** `w` [w](/x)')
    const gone = search('key\n\n| key |\n| --- |\n| 1 |\n\n<div>\n\n$key$ b', { search: 'key', replace: '' })
    gone.replaceAll()
    expect(gone.read()).toMatch(/^\|\s+\|\n\| --- \|\n\| 1 \|\n\n<div>\n\nb$/)
  })

  test('updates the target of a link that is its own text', () => {
    const { replaceAll, read } = search('<https://old.example/a> and https://old.example/b', {
      search: 'old',
      replace: 'new',
    })
    replaceAll()
    expect(read()).toBe('<https://new.example/a> and https://new.example/b')
  })

  test('updates inline source with its text', () => {
    const { replaceAll, read } = search('a <kbd>b</kbd> c', { search: '</?kbd>', replace: '', regexp: true })
    replaceAll()
    expect(read()).toBe('a b c')
    const words = search('press <kbd>', { search: '<kbd>', replace: 'it *now*' })
    words.replaceAll()
    expect(words.read()).toBe('press it *now*')
  })
})

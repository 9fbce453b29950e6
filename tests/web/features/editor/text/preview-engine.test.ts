import { describe, expect, test } from 'vitest'
import { type MarkdownBlock, splitIntoBlocks } from '#shared/markdown/blocks.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { applyChange, PreviewEngine, readChanged } from '#web/features/editor/text/preview-engine.ts'

const readWhole = (text: string) => {
  const parsed = parseMarkdown(text, 'relative')
  return { text, blocks: splitIntoBlocks(parsed), references: parsed.env['references'] }
}

const plain = (blocks: readonly MarkdownBlock[]) => blocks.map(({ html, line }) => ({ html, line }))

const base = `# Head

First words with [a link][ref].

- one
- two

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
code()
\`\`\`

Middle words.

## Second

Last words.

Words again.

The very last.

[ref]: /there
`

describe('partly changed text', () => {
  test.each([
    ['words in a paragraph', 'Middle words', 'Middle **new** words'],
    ['a paragraph more', 'Middle words.', 'Middle words.\n\nMore.\n\nAnd more.'],
    ['an entry more', '- two', '- two\n- three'],
    ['words with a reference', 'Middle', '[Middle][ref]'],
    ['code', 'code()', 'code(1)\nmore()'],
    ['two blocks that become one', 'words.\n\n## Second', 'words.\n## Second'],
    ['a paragraph less', 'Middle words.\n\n', ''],
  ])('matches a full parse: %s', (_, from, to) => {
    const text = base.replace(from, to)
    const quick = readChanged(readWhole(base), text)
    if (quick) expect(plain(quick.blocks)).toEqual(plain(readWhole(text).blocks))
    else expect(_).toBe('two blocks that become one')
  })

  test.each([
    ['an open fence', 'Middle words', '```\nMiddle words'],
    ['a heading', 'Middle words', '## Middle words'],
    ['a reference', '/there', '/elsewhere'],
    ['a note', 'Middle', 'Middle[^1]'],
    ['HTML', 'Middle words', '<div>\n\nMiddle words'],
  ])('needs a full parse: %s', (_, from, to) => {
    expect(readChanged(readWhole(base), base.replace(from, to))).toBeUndefined()
  })
})

describe('preview updates', () => {
  const paragraphs = Array.from({ length: 4000 }, (_, at) => `Paragraph **${at}** of some length, so that it is long.`)
  const text = paragraphs.join('\n\n')
  const ask = { line: 1, shown: true }

  test('follow a long text through many changes, with small updates', () => {
    const engine = new PreviewEngine()
    let shown: MarkdownBlock[] = []
    let now = text
    const take = (id: number) => {
      const { change } = engine.handle({ id, text: now, ...ask })
      if (!change) throw new Error('nothing reported')
      shown = applyChange(shown, change)
      return change.blocks.length
    }
    take(0)
    expect(shown.map(({ html }) => html).join('')).toBe(
      plain(readWhole(now).blocks)
        .map(({ html }) => html)
        .join(''),
    )
    for (let at = 1; at < 40; at += 1) {
      const place = now.indexOf(`**${at * 90}**`)
      now = `${now.slice(0, place)}${at % 3 === 0 ? 'x\n\ny ' : 'x'}${now.slice(place)}`
      expect(take(at)).toBeLessThan(4)
      expect(engine.isPartial).toBe(true)
    }
    expect(shown.map(({ html }) => html).join('')).toBe(
      plain(readWhole(now).blocks)
        .map(({ html }) => html)
        .join(''),
    )
    for (const { html, line } of shown.slice(0, 50)) {
      const first = /\*\*(\d+)\*\*/.exec(now.split('\n')[line - 1] ?? '')?.[1]
      if (first) expect(html).toContain(`<strong>${first}</strong>`)
    }
    expect(engine.check(41)).toBeUndefined()
  })

  test('only count the words of a hidden text', () => {
    const engine = new PreviewEngine()
    expect(engine.handle({ id: 1, text: 'two words', line: 1, shown: false })).toMatchObject({ words: 2, length: 9 })
    expect(engine.handle({ id: 2, line: 1, shown: true }).change?.blocks).toHaveLength(1)
  })
})

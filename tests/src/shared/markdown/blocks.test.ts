import { describe, expect, test } from 'vitest'
import { renderBlocks, renderDocument } from '#shared/markdown/blocks.ts'
import { renderHtml } from '#shared/markdown/pipeline.ts'

const plain = (html: string) => html.replace(/ data-(?:line|row)="\d+"/g, '')

describe('renderBlocks', () => {
  test.each([
    '# a\n\ntext\n\n- b\n- c\n\n> q',
    'a[^1]\n\n[^1]: note\n\n> [!NOTE]\n> body\n\n[x][r]\n\n[r]: /y',
    '<details><summary>x</summary>\n\n**md**\n\n</details>\n\nafter',
    '<div>\n\nnever closed\n\ntext',
  ])('the blocks together are the document', (text) => {
    const blocks = renderBlocks(text)
    expect(plain(blocks.map((block) => block.html).join(''))).toBe(plain(renderHtml(text)))
  })

  test('the content of one HTML element is one block', () => {
    const pieces = renderBlocks('<details><summary>x</summary>\n\na\n\n</details>\n\nafter')
    expect(pieces).toHaveLength(2)
    expect(pieces[1]).toMatchObject({ line: 7, html: '<p>after</p>\n' })
  })

  test('an unclosed element does not join blocks', () => {
    expect(renderBlocks('<div>\n\na\n\nb')).toHaveLength(3)
  })

  test('each callout and note is one block', () => {
    const pieces = renderBlocks('> [!NOTE]\n> body\n\na^[x] b^[y]')
    expect(pieces.map(({ html }) => /^<\w+/.exec(html)?.[0])).toEqual(['<div', '<p', '<section'])
  })

  test('a line typed above changes only the position of a block', () => {
    const text = '# a\n\n- b\n- c\n\ntext'
    const before = renderBlocks(text)
    const after = renderBlocks(`new\n\n${text}`)
    expect(after.slice(1).map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(after.slice(1).map(({ line }) => line)).toEqual(before.map(({ line }) => line + 2))
  })
})

test('the outline has level, text, id and line of each heading', () => {
  expect(renderDocument('[TOC]\n\n# 标题 *一*\n\n##a\n').outline).toEqual([
    { level: 1, text: '标题 一', id: 'user-content-标题-一', line: 3 },
    { level: 2, text: 'a', id: 'user-content-a', line: 5 },
  ])
})

test('merges blocks of a very long document, with the same HTML', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `paragraph ${at}`).join('\n\n')
  const blocks = renderBlocks(text)
  expect(blocks.length).toBeLessThanOrEqual(1500)
  expect(
    blocks
      .map((block) => block.html)
      .join('')
      .match(/<p/g),
  ).toHaveLength(5000)
  for (const { html, line } of blocks) expect(html).toMatch(new RegExp(`^<p>paragraph ${(line - 1) / 2}<`))
})

test('a change in such a document changes only the block that contains it', () => {
  const paragraphs = Array.from({ length: 5000 }, (_, at) => `paragraph ${at}`)
  const before = new Set(renderBlocks(paragraphs.join('\n\n')).map(({ key }) => key))
  const after = renderBlocks(['new', ...paragraphs].join('\n\n'))
  expect(after.filter(({ key }) => !before.has(key)).length).toBeLessThanOrEqual(2)
})

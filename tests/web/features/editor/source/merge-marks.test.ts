import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { expect, test } from 'vitest'
import { mergeMarks } from '#web/features/editor/source/merge-marks.ts'

/** The blocks of a text, each with its text. */
function blocksOf(text: string): string[] {
  const { language } = markdown({ base: markdownLanguage, extensions: mergeMarks })
  const blocks: string[] = []
  const top = language.parser.parse(text).topNode
  for (let node = top.firstChild; node; node = node.nextSibling)
    blocks.push(`${node.name}: ${text.slice(node.from, node.to)}`)
  return blocks
}

test('conflict markers are separate lines, and what follows is no quote', () => {
  expect(blocksOf('a\n<<<<<<< Yours\nM\n======= Yours / Theirs\nT\n>>>>>>> Theirs\nc')).toEqual([
    'Paragraph: a',
    'MergeMark: <<<<<<< Yours',
    'Paragraph: M',
    'MergeMark: ======= Yours / Theirs',
    'Paragraph: T',
    'MergeMark: >>>>>>> Theirs',
    'Paragraph: c',
  ])
})

test('quotes and underlined headings stay unchanged', () => {
  expect(blocksOf('> > a\n\nb\n=======\n\n>>>>>>>>> c')).toEqual([
    'Blockquote: > > a',
    'SetextHeading1: b\n=======',
    'Blockquote: >>>>>>>>> c',
  ])
})

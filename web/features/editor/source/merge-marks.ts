import type { markdown } from '@codemirror/lang-markdown'
import { tags } from '@lezer/highlight'

type Extension = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>

const isMark = (line: string) => /^(?:<{7}|={7}|>{7}) \S/.test(line)

/** The marker lines of a merge conflict; by Markdown's own rules the last of them would be a nested quote. */
export const mergeMarks: Extension = {
  defineNodes: [{ name: 'MergeMark', block: true, style: tags.keyword }],
  parseBlock: [
    {
      name: 'MergeMark',
      before: 'Blockquote',
      parse: (block, { text }) => {
        if (!isMark(text)) return false
        block.addElement(block.elt('MergeMark', block.lineStart, block.lineStart + text.length))
        block.nextLine()
        return true
      },
      endLeaf: (_block, { text }) => isMark(text),
    },
  ],
}

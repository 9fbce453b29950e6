import type { EditorView } from '@codemirror/view'
import { lineAtOffset, offsetOfLine } from '#web/features/page/markdown/index.tsx'
import type { PreviewSection } from './preview-section.ts'
import type { SyncedPane } from './scroll-sync.ts'

/** Returns the source line in the middle of an editor's viewport. */
export function middleLine(view: EditorView): number {
  const { scrollTop, clientHeight } = view.scrollDOM
  return view.state.doc.lineAt(view.lineBlockAtHeight(scrollTop + clientHeight / 2).from).number
}

/** Wraps the source editor as one of two panes that scroll together. */
export function sourceAdapter(view: EditorView): SyncedPane {
  const { scrollDOM } = view
  const { top } = view.documentPadding
  return {
    isWhole: () => true,
    scroller: scrollDOM,
    lineAt: (offset) => {
      const block = view.lineBlockAtHeight(Math.max(0, offset - top))
      const part = block.height > 0 ? Math.min(1, Math.max(0, (offset - top - block.top) / block.height)) : 0
      return view.state.doc.lineAt(block.from).number + part
    },
    offsetOf: (line) => {
      const { doc } = view.state
      const whole = Math.min(doc.lines, Math.max(1, Math.floor(line)))
      const block = view.lineBlockAt(doc.line(whole).from)
      return top + block.top + Math.min(1, line - whole) * block.height
    },
  }
}

/**
 * Wraps the preview as the other pane: `bodyOf` returns the rendered document inside `scroller`, `partOf` its source
 * section.
 */
export function previewAdapter(
  scroller: HTMLElement,
  bodyOf: () => HTMLElement,
  partOf: () => Omit<PreviewSection, 'text'>,
): SyncedPane {
  const inset = () => bodyOf().getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  const above = () => partOf().first - 1
  return {
    isWhole: () => !partOf().hasBefore && !partOf().hasAfter,
    scroller,
    lineAt: (offset) => lineAtOffset(bodyOf(), offset - inset()) + above(),
    offsetOf: (line) => inset() + offsetOfLine(bodyOf(), line - above()),
  }
}

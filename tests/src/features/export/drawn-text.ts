import { textOf } from '#src/features/export/drawing/drawing.ts'
import { drawMermaid, loadDiagrams } from '#src/features/export/drawing/mermaid.ts'

await loadDiagrams()

/** Returns a text with the words of its diagrams in place of their sources, where they are drawn. */
export const withDrawnText = (text: string): string =>
  text.replaceAll(/^ *(`{3}|~{3})mermaid\r?\n([^]*?)^ *\1/gim, (block, _, source: string) => {
    const drawing = drawMermaid(source)
    return drawing ? textOf(drawing) : block
  })

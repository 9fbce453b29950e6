import { type Drawing, textOf } from '#src/features/export/drawing/drawing.ts'
import { drawMermaid, loadDiagrams } from '#src/features/export/drawing/mermaid.ts'

await loadDiagrams()

const replaced = (text: string, by: (drawing: Drawing) => string): string =>
  text.replaceAll(/^ *(`{3}|~{3})mermaid\r?\n([^]*?)^ *\1/gim, (block, _, source: string) => {
    const drawing = drawMermaid(source)
    return drawing ? by(drawing) : block
  })

/** Returns a text with the words of its diagrams in place of their sources, where they are drawn. */
export const withDrawnText = (text: string): string => replaced(text, textOf)

/** Returns a text without the diagrams that are drawn. */
export const withoutDrawn = (text: string): string => replaced(text, () => '')

import { renderHtml } from '#shared/markdown/pipeline.ts'

/** What people read of a Markdown text in the viewer, word by word; formulas are drawn. */
export function wordsIn(markdown: string): string[] {
  const read = renderHtml(markdown)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(span|div)\b[^>]*md-math[\s\S]*?<\/\1>/g, ' ')
    // numbers of footnotes, and the way back from them
    .replace(/<sup class="footnote-ref"[\s\S]*?<\/sup>|<a [^>]*footnote-backref[\s\S]*?<\/a>/g, ' ')
    .replace(/<nav\b[\s\S]*?<\/nav>/g, ' ')
    .replace(/<[^<>]*>|&[#\w]+;/g, ' ')
  return read.match(/[\p{L}\p{N}]{2,}/gu) ?? []
}

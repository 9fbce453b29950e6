const strong = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)[\w+#.-]*\s*$/m,
  /^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/m,
  /!\[[^\]\n]*\]\([^)\s]+\)/,
  /^> \[!\w+\]/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^\$\$\s*$/m,
]
const weak = [
  /(?:^|\n)\s*[-*+] \S.*\n\s*[-*+] \S/,
  /(?:^|\n)\s*\d{1,3}[.)] \S.*\n\s*\d{1,3}[.)] \S/,
  /\*\*\S(?:[^*\n]*\S)?\*\*/,
  /\[[^\]\n]+\]\((?:https?:\/\/|\/|#)[^)\s]*\)/,
  /(?<!`)`[^`\n]+`(?!`)/,
  /^> \S/m,
  /~~\S[^~\n]*~~/,
]

/**
 * Whether a text is plainly Markdown: it holds what hardly stands in other texts (a heading, a fence, a table, a picture),
 * or two of what might. A C file with `#include`, a shell comment or a price list is not.
 */
export function isMarkdown(text: string): boolean {
  if (text.length > 5_000_000) return false
  const sample = text.slice(0, 20_000)
  const isCode = /^\s*(?:#include|#!|import .* from|package \w|<\?php|\{)/.test(sample)
  if (isCode && !/^```/m.test(sample)) return false
  // one line with hashes may be a comment of a script
  const found = strong.filter((pattern) => pattern.test(sample))
  const isComments = found.length === 1 && found[0] === strong[0] && /[;{}=]\s*$|^\s*\$ /m.test(sample)
  if (found.length > 0 && !isComments) return true
  return (
    weak.filter((pattern) => pattern.test(sample)).length >= 2 ||
    (/\n/.test(sample.trim()) && weak.slice(0, 2).some((pattern) => pattern.test(sample)))
  )
}

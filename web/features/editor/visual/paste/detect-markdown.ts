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
 * Returns whether a text is clearly Markdown: it contains one pattern that is rare in other texts (a heading, a fence,
 * a table, an image), or two weaker ones. A C file with `#include`, a shell comment or a price list is not Markdown.
 */
export function isMarkdown(text: string): boolean {
  if (text.length > 5_000_000) return false
  const sample = text.slice(0, 20_000)
  const isCode = /^\s*(?:#include|#!|import .* from|package \w|<\?php|\{)/.test(sample)
  if (isCode && !/^```/m.test(sample)) return false
  // a single line of hashes may be a script comment
  const found = strong.filter((pattern) => pattern.test(sample))
  const isComments = found.length === 1 && found[0] === strong[0] && /[;{}=]\s*$|^\s*\$ /m.test(sample)
  if (found.length > 0 && !isComments) return true
  return (
    weak.filter((pattern) => pattern.test(sample)).length >= 2 ||
    (/\n/.test(sample.trim()) && weak.slice(0, 2).some((pattern) => pattern.test(sample)))
  )
}

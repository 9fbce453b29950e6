const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const inMarkdown = /!\[[^[\]]{0,500}\](?:\(\s{0,3}<?(http:\/\/)|\[([^[\]]{1,200})\])/gi
const inHtml = /<img\b[^<>]{0,2000}?\bsrc\s{0,3}=\s{0,3}["']?\s{0,3}http:\/\//gi
const definition = /^ {0,3}\[([^[\]]{1,200})\]:\s{0,3}<?http:\/\//gim

/** The text without its fenced blocks of code, in which a picture is none. */
function withoutCode(text: string): string {
  let open = ''
  const shown = text.split('\n').filter((line) => {
    const [, marks = ''] = fence.exec(line) ?? []
    if (open === '') {
      open = marks
      return marks === ''
    }
    if (marks.startsWith(open) && line.trim() === marks) open = ''
    return false
  })
  return shown.join('\n')
}

/** How many pictures of a Markdown text lie on hosts without https: the page's policy lets browsers load none of them. */
export function httpPictures(markdown: string): number {
  if (!/http:\/\//i.test(markdown)) return 0
  const text = withoutCode(markdown)
  const named = new Set([...text.matchAll(definition)].map(([, name = '']) => name.toLowerCase()))
  const written = [...text.matchAll(inMarkdown)].filter(
    ([, address, name = '']) => address !== undefined || named.has(name.toLowerCase()),
  )
  return written.length + [...text.matchAll(inHtml)].length
}

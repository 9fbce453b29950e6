const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const inMarkdown = /!\[[^[\]]{0,500}\](?:\(\s{0,3}<?http:\/\/([^\s/?#"'<>()\\]{0,300})|\[([^[\]]{1,200})\])/gi
const inHtml = /<img\b[^<>]{0,2000}?\bsrc\s{0,3}=\s{0,3}["']?\s{0,3}http:\/\/([^\s/?#"'<>()\\]{0,300})/gi
const definition = /^ {0,3}\[([^[\]]{1,200})\]:\s{0,3}<?http:\/\/([^\s/?#"'<>()\\]{0,300})/gim

/** Removes the fenced code blocks of a text, which contain no images. */
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

/**
 * Counts the images of a Markdown text on hosts without https: the page's content security policy blocks them, except
 * those of the site itself.
 *
 * @param ownHosts the site's hosts in lower case, with a port unless it is the default one of http or https
 */
export function countInsecureImages(markdown: string, ownHosts: readonly string[] = []): number {
  if (!/http:\/\//i.test(markdown)) return 0
  const text = withoutCode(markdown)
  const isForeign = (host: string) => !ownHosts.includes(host.toLowerCase().replace(/:(80)?$/, ''))
  const defined = [...text.matchAll(definition)].filter(([, , host = '']) => isForeign(host))
  const named = new Set(defined.map(([, name = '']) => name.toLowerCase()))
  const written = [...text.matchAll(inMarkdown)].filter(([, host, name = '']) =>
    host === undefined ? named.has(name.toLowerCase()) : isForeign(host),
  )
  return written.length + [...text.matchAll(inHtml)].filter(([, host = '']) => isForeign(host)).length
}

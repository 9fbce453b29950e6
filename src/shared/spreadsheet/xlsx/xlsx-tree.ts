/** An element of an XML document. */
export interface XmlNode {
  /** Without the namespace prefix. */
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, digits?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : digits ? Number(digits) : undefined
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return entities[name ?? ''] ?? whole
  })

/** Returns the attributes inside a tag. */
export function parseAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name.replace(/^.*:/, '')] = decoded(double ?? single ?? '')
  return found
}

/** Parses XML into a tree of its elements. Declared entities are not expanded, so none can grow; text is left out. */
export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [] }
  const open = [root]
  const tags = /<!--[\s\S]*?-->|<(\/)?([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/)?>/g
  for (const [, isEnd, name, inside = '', isWhole] of xml.matchAll(tags)) {
    if (name === undefined) continue
    if (isEnd) {
      if (open.length > 1) open.pop()
      continue
    }
    const node = { name: name.replace(/^.*:/, ''), attributes: parseAttributes(inside), children: [] }
    open.at(-1)?.children.push(node)
    if (!isWhole && open.length < 50) open.push(node)
  }
  return root
}

/** Returns the first child with this name, following the path of names down the tree. */
export function findChild(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  let at = node
  for (const name of names) at = at?.children.find((child) => child.name === name)
  return at
}

/** Escapes a text for XML, without the characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

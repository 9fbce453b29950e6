/** A part of an XML text. */
export interface XmlNode {
  /** Without the letters before a colon. */
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

/** The attributes in the inside of a tag. */
export function parseAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name.replace(/^.*:/, '')] = decoded(double ?? single ?? '')
  return found
}

/** An XML text as a tree of its tags. It knows no entities of its own, so none can grow; texts are left out. */
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

/** The first child of this name, as far down as the names go. */
export function findChild(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  let at = node
  for (const name of names) at = at?.children.find((child) => child.name === name)
  return at
}

/** A text as it may stand in XML, without the signs that XML has no place for. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

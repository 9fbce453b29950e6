/** What Word says of a paragraph that it shows as an item of a list. */
interface Mark {
  list: string
  level: number
  isOrdered: boolean
}

const listStyle = /mso-list:\s*(l\d+)\s+level(\d+)/i

const isMarker = (node: Element) => /mso-list:\s*ignore/i.test(node.getAttribute('data-style') ?? '')

/** The sign or number before an item, which Word writes as text. */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('span')].find(isMarker)
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text.replace(/[\s\u00a0]+/g, '')
}

function markOf(item: Element): Mark | undefined {
  const [, list = '', level = '1'] = listStyle.exec(item.getAttribute('data-style') ?? '') ?? []
  if (list === '') return undefined
  const sign = takeMarker(item)
  return {
    list,
    level: Number(level),
    isOrdered: /^[（(]?(?:\d+|[a-z]{1,4}|[一二三四五六七八九十]+)[.)）、．]/i.test(sign),
  }
}

/** Turns Word's paragraphs that look like items into lists, nested by their levels. */
export function makeWordLists(root: DocumentFragment | Element): void {
  const open: { node: HTMLElement; mark: Mark }[] = []
  let last: Element | null = null
  for (const item of root.querySelectorAll('p,h1,h2,h3,h4,h5,h6')) {
    const mark = markOf(item)
    if (!mark) continue
    // an item that does not follow the one before begins a list of its own
    if (!follows(item, last)) open.length = 0
    while (open.length > 0 && (open.at(-1)?.mark.level ?? 0) > mark.level) open.pop()
    const top = open.at(-1)
    const isOther = top && top.mark.level === mark.level && top.mark.isOrdered !== mark.isOrdered
    if (isOther) open.pop()
    const line = item.ownerDocument.createElement('li')
    line.append(...item.childNodes)
    if (!open.at(-1) || (open.at(-1)?.mark.level ?? 0) < mark.level) {
      const list = item.ownerDocument.createElement(mark.isOrdered ? 'ol' : 'ul')
      const parent = open.at(-1)?.node.lastElementChild
      if (parent) {
        parent.append(list)
        item.remove()
      } else item.replaceWith(list)
      open.push({ node: list, mark })
    } else item.remove()
    open.at(-1)?.node.append(line)
    last = open[0]?.node ?? null
  }
}

function follows(item: Element, last: Element | null): boolean {
  let before = item.previousSibling
  while (before && before.nodeType === Node.TEXT_NODE && before.textContent?.trim() === '')
    before = before.previousSibling
  return before !== null && before === last
}

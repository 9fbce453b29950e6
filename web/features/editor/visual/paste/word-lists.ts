/** What Word records about a paragraph that it shows as a list item. */
interface Mark {
  list: string
  level: number
  /** The number that Word gave it; undefined for an item without one. */
  number: number | undefined
}

const listStyle = /mso-list:\s*(l\d+)\s+level(\d+)/i

const isMarker = (node: Element) => /mso-list:\s*ignore/i.test(node.getAttribute('data-style') ?? '')

/** Removes and returns the marker or number before an item, which Word writes as text. */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('span')].find(isMarker)
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text.replace(/[\s\u00a0]+/g, '')
}

function markOf(item: Element): Mark | undefined {
  const [, list = '', level = '1'] = listStyle.exec(item.getAttribute('data-style') ?? '') ?? []
  if (list === '') return undefined
  const [, number] = /^[（(]?(\d+|[a-z]{1,4}|[一二三四五六七八九十]+)[.)）、．]/i.exec(takeMarker(item)) ?? []
  return { list, level: Number(level), number: number === undefined ? undefined : Number(number) || 1 }
}

/** Keeps the numbers of Word's headings: they are not part of the text either, but other text refers to them. */
function keepNumbers(root: DocumentFragment | Element): void {
  for (const heading of root.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const number = takeMarker(heading)
    if (/[\d一二三四五六七八九十]/.test(number)) heading.prepend(`${number} `)
  }
}

/** Converts Word's paragraphs that look like items into lists, nested by their levels. */
export function convertWordLists(root: DocumentFragment | Element): void {
  keepNumbers(root)
  const open: { node: HTMLElement; mark: Mark }[] = []
  let last: Element | null = null
  for (const item of root.querySelectorAll('p')) {
    const mark = markOf(item)
    if (!mark) continue
    // an item that does not follow the one before begins a new list
    if (!follows(item, last)) open.length = 0
    while (open.length > 0 && (open.at(-1)?.mark.level ?? 0) > mark.level) open.pop()
    const top = open.at(-1)
    const isOrdered = mark.number !== undefined
    const isOther = top && top.mark.level === mark.level && (top.mark.number !== undefined) !== isOrdered
    if (isOther) open.pop()
    const line = item.ownerDocument.createElement('li')
    line.append(...item.childNodes)
    if (!open.at(-1) || (open.at(-1)?.mark.level ?? 0) < mark.level) {
      const list = item.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      // a list continues after other content between its items
      if (mark.number !== undefined && mark.number > 1) list.setAttribute('start', String(mark.number))
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

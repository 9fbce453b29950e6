import { sanitizeGrid } from '#web/features/markdown/index.tsx'

/**
 * Writes HTML that the grid made, or that was pasted, into an element. Styles are set one by one, for a policy without
 * inline styles refuses them in the text; what could load or run anything is left out.
 */
export function writeSheetHtml(element: Element | null | undefined, html: unknown): void {
  const text = html === undefined || html === null ? '' : String(html)
  if (/[<&]/.test(text)) element?.replaceChildren(sanitizeGrid(text))
  else if (element) element.textContent = text
}

/** Puts HTML that the grid made in the place of an element, as `writeSheetHtml` does inside of one. */
export function replaceWithSheetHtml(element: Element, html: string): void {
  element.replaceWith(sanitizeGrid(html))
}

/** The first element of a piece of HTML that the grid made. */
export const sheetNodeOf = (html: string): ChildNode | null => sanitizeGrid(html).firstChild

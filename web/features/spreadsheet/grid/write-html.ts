import { sanitizeGrid } from '#web/features/page/markdown/index.tsx'

/**
 * Writes HTML that the grid created or that was pasted into an element. Sets styles one by one, because a policy
 * without inline styles rejects them in the text; removes everything that could load or run something.
 */
export function writeSheetHtml(element: Element | null | undefined, html: unknown): void {
  const text = html === undefined || html === null ? '' : String(html)
  if (/[<&]/.test(text)) element?.replaceChildren(sanitizeGrid(text))
  else if (element) element.textContent = text
}

/** Replaces an element with HTML that the grid created; sanitizes it as `writeSheetHtml` does. */
export function replaceWithSheetHtml(element: Element, html: string): void {
  element.replaceWith(sanitizeGrid(html))
}

/** Returns the first node of HTML that the grid created. */
export const sheetNodeOf = (html: string): ChildNode | null => sanitizeGrid(html).firstChild

/**
 * Returns the text of an announcement's HTML on one line. Nothing in the HTML runs or loads: it is parsed into a
 * document that is never shown.
 */
export function plainText(html: string): string {
  const spaced = html.replaceAll(/<\/?(?:br|p|[uo]l|li|h\d|pre|blockquote)\b/gi, ' $&')
  const read = new DOMParser().parseFromString(spaced, 'text/html')
  return (read.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

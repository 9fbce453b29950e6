const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

/** The size of one watermark tile, in px. */
export const watermarkTile = { width: 320, height: 200 }

/** Returns an image of the slanted words, as the value of a CSS mask. */
export function watermarkImage(words: readonly string[]): string {
  const { width, height } = watermarkTile
  const middle = height / 2 - (words.length - 1) * 11
  const lines = words.map(
    (word, at) => `<text x="${width / 2}" y="${middle + at * 22}" text-anchor="middle">${escapeXml(word)}</text>`,
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g transform="rotate(-22 ${width / 2} ${height / 2})" font-family="sans-serif" font-size="16">${lines.join('')}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

// Blocks that take two columns of a fixed-width font. Source: Unicode, East Asian Width W and F, and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const none = /\p{Mn}|\p{Me}|[\u200b-\u200d]|\ufe0f/u

/** Returns how many columns a text takes in a fixed-width font; Chinese, Japanese and Korean characters take two. */
export function displayWidth(text: string): number {
  let width = 0
  for (const sign of text) width += none.test(sign) ? 0 : wide.test(sign) ? 2 : 1
  return width
}

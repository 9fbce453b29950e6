const han = /\p{Script=Han}/u

/**
 * Returns two initials of a name: the first letters of the first and last word, or the last two characters of a Chinese
 * name.
 */
export function getInitials(name: string): string {
  const trimmed = name.trim()
  if (han.test(trimmed))
    return [...trimmed]
      .filter((sign) => han.test(sign))
      .slice(-2)
      .join('')
  const words = trimmed.split(/[\s._@-]+/).filter(Boolean)
  const characters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '') : [...trimmed]
  return characters.slice(0, 2).join('').toUpperCase()
}

/** Returns the avatar colour of a name, 1 to 8; always the same for the same name. */
export function getAvatarColor(name: string): number {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0
  return (sum % 8) + 1
}

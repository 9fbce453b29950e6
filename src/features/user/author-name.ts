import type { Lang } from '#src/core/i18n.ts'

const marks: Record<Lang, (username: string) => string> = {
  en: (username) => `${username} (imported)`,
  zh: (username) => `${username}（导入）`,
}

/**
 * Returns the display name of the person who wrote something: that of the account, empty when it has none. A name without an
 * account came with an import, where anybody could have written it, and is marked.
 *
 * @param name the name of the account; null or undefined when there is no account
 */
export const authorName = (
  { uid, username, name }: { uid: number; username: string; name: string | null | undefined },
  lang: Lang,
): string => name ?? (uid === 0 && username !== '' ? marks[lang](username) : '')

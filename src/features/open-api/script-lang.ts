import type { ItemAccess } from '#src/access/item-access.ts'
import type { Lang } from '#src/core/i18n.ts'

/**
 * Returns the language for what a script writes: Chinese for Chinese texts and items, else the one that the script
 * names.
 */
export const langOfScript = (
  { item_name }: Pick<ItemAccess, 'item_name'>,
  texts: readonly string[],
  otherwise: Lang,
): Lang => ([item_name, ...texts].some((text) => /\p{Script=Han}/u.test(text)) ? 'zh' : otherwise)

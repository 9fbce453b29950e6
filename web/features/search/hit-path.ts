import type { Hit } from './search-atoms.ts'

/** The query that carries the words to mark on the page they were found on. */
export const hitParameter = 'hit'

/** Where a hit leads: its page, at the heading it stands under, with the words to mark. */
export function hitPath(hit: Pick<Hit, 'item_id' | 'item_domain' | 'page_id' | 'anchor'>, words: string): string {
  const { item_id, item_domain, page_id, anchor } = hit
  const query = new URLSearchParams({ [hitParameter]: words })
  return `/${item_domain || item_id}/${page_id}?${query}${anchor && `#${anchor}`}`
}

/** The catalogs around a hit, as words. */
export const catalogPath = ({ path }: Pick<Hit, 'path'>): string => path.map(({ cat_name }) => cat_name).join(' / ')

import type { Hit } from './search-atoms.ts'

/** The query parameter with the words to highlight on the page where they were found. */
export const hitParameter = 'hit'

/** Returns the address of a hit: its page, at its heading, with the words to highlight. */
export function hitPath(hit: Pick<Hit, 'item_id' | 'item_domain' | 'page_id' | 'anchor'>, words: string): string {
  const { item_id, item_domain, page_id, anchor } = hit
  const query = new URLSearchParams({ [hitParameter]: words })
  return `/${item_domain || item_id}/${page_id}?${query}${anchor && `#${anchor}`}`
}

/** Returns the catalogs around a hit as text. */
export const catalogPath = ({ path }: Pick<Hit, 'path'>): string => path.map(({ cat_name }) => cat_name).join(' / ')

/** Returns the path of an opened item: the page to return to if there is one. */
export const itemPath = (item_id: string, page_id: string | null): string =>
  page_id && /^[1-9]\d*$/.test(page_id) ? `/${item_id}/${page_id}` : `/${item_id}`

/** The data of an item that the share dialog needs. */
export interface SharedItem {
  item_id: string
  item_name: string
  /** The custom address; empty if there is none. */
  item_domain: string
  item_type: string
}

/** Returns the path of an item: its custom address if it has one. */
export const itemPath = (item: Pick<SharedItem, 'item_id' | 'item_domain'>): string =>
  `/${item.item_domain || item.item_id}`

/** Returns the path of a page of an item. */
export const pagePath = (item: Pick<SharedItem, 'item_id' | 'item_domain'>, page_id: string): string =>
  `${itemPath(item)}/${page_id}`

/** Returns the path of a page's public link. */
export const publicLinkPath = (unique_key: string): string => `/p/${unique_key}`

/** Returns a Markdown link. */
export const markdownLink = (title: string, address: string): string =>
  `[${title.replaceAll(/[\\[\]]/g, '\\$&')}](${address.replaceAll(/[()]/g, encodeURIComponentToo)})`

// encodeURIComponent does not encode parentheses.
const encodeURIComponentToo = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Returns an HTML link. */
export const htmlLink = (title: string, address: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(title)}</a>`

/** The lifetimes of a public link, in days; 0 for never. */
export const expiryDays = ['0', '1', '7', '30', '90', '365'] as const

/** An item as the share dialog needs it. */
export interface SharedItem {
  item_id: string
  item_name: string
  /** Its own address; empty when it has none. */
  item_domain: string
  item_type: string
}

/** The path of an item: its own address where it has one. */
export const itemPath = (item: Pick<SharedItem, 'item_id' | 'item_domain'>): string =>
  `/${item.item_domain || item.item_id}`

/** The path of a page of an item. */
export const pagePath = (item: Pick<SharedItem, 'item_id' | 'item_domain'>, page_id: string): string =>
  `${itemPath(item)}/${page_id}`

/** The path of a page by its public link. */
export const publicLinkPath = (unique_key: string): string => `/p/${unique_key}`

/** Whether an item is one page as a whole: a single page or a spreadsheet. */
export const isOnePage = ({ item_type }: Pick<SharedItem, 'item_type'>): boolean =>
  item_type === '2' || item_type === '4'

/** A link in Markdown. */
export const markdownLink = (title: string, address: string): string =>
  `[${title.replaceAll(/[\\[\]]/g, '\\$&')}](${address.replaceAll(/[()]/g, encodeURIComponentToo)})`

// encodeURIComponent leaves parentheses as they are
const encodeURIComponentToo = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** A link in HTML. */
export const htmlLink = (title: string, address: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(title)}</a>`

/** After how many days a public link may end; 0 for never. */
export const expiryDays = ['0', '1', '7', '30', '90', '365'] as const

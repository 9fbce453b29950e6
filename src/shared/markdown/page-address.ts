/** The address of a page inside an item, as texts have it. */
interface PageAddress {
  /** Scheme, host and port; empty for a relative address. */
  origin: string
  /** What the text has before the item, such as `#` or `/web/#`. */
  before: string
  /** The number or the own address of the item. */
  item: string
  page_id: number
  /** What follows, such as `#heading`; may be empty. */
  after: string
}

const pattern =
  /^(?<origin>https?:\/\/[^/?#\s]{1,300})?(?<before>(?:\/(?:web|server))?\/?(?:index\.(?:php|html))?(?:#|\?s=))?\/(?<item>[\w-]{1,60})(?:\/|\/?[?&]page_id=)(?<page>\d{1,15})(?<after>[?#&].{0,300})?$/

/**
 * Parses an address that leads to a page of an item, in every form that this site or ShowDoc has: `/item/page`, with a
 * host, behind `#`, `/web/#` or `?s=`, and with `page_id=`. Undefined for any other address.
 */
export function parsePageAddress(address: string): PageAddress | undefined {
  const { origin = '', before = '', item = '', page = '', after = '' } = pattern.exec(address)?.groups ?? {}
  return page === '' ? undefined : { origin, before, item, page_id: Number(page), after }
}

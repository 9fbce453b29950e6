import { currentPath, publicAddress } from '#web/lib/route.ts'

/** Reports whether a part of an address can be the id of a page. */
export const isPageId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** Returns the search terms of a part of an address: 'create-user' -> 'create user'. */
export function toSearchTerms(text: string): string {
  let words = text
  try {
    words = decodeURIComponent(text)
  } catch {
    // a lone % is no escape sequence
  }
  return words.replaceAll(/[-_+./\s]+/g, ' ').trim()
}

/** Returns the address that asks for the access password of an item and then leads to the current address. */
export function passwordPath(itemRef: string, page_id: string | undefined): string {
  const query = new URLSearchParams({ ...(page_id && { page_id }), redirect: currentPath() })
  return `/item/password/${encodeURIComponent(itemRef)}?${query}`
}

/** Returns the full address of a path of the product, to share with others. */
export const wholeAddress = (path: string): string => publicAddress(path)

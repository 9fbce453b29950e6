import { currentPath, publicAddress } from '#web/lib/route.ts'

/** Whether a part of an address can be the number of a page. */
export const isPageId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** The words in a part of an address, to search for: 'create-user' -> 'create user'. */
export function toSearchTerms(text: string): string {
  let words = text
  try {
    words = decodeURIComponent(text)
  } catch {
    // a lone % is no escape
  }
  return words.replaceAll(/[-_+./\s]+/g, ' ').trim()
}

/** Where the visit password of an item is asked for, on the way to the present address. */
export function passwordPath(itemRef: string, page_id: string | undefined): string {
  const query = new URLSearchParams({ ...(page_id && { page_id }), redirect: currentPath() })
  return `/item/password/${encodeURIComponent(itemRef)}?${query}`
}

/** The whole address of a path of the product, to give to others. */
export const wholeAddress = (path: string): string => publicAddress(path)

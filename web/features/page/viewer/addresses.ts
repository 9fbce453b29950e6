import { currentPath, publicAddress } from '#web/lib/route.ts'

/** Reports whether a part of an address can be the id of a page. */
export const isPageId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** Returns a part of an address as people read it; as it is when that is no encoding, such as a lone %. */
export function decodeAddress(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the search terms of a part of an address: 'create-user' -> 'create user'. */
export function toSearchTerms(text: string): string {
  return decodeAddress(text)
    .replaceAll(/[-_+./\s]+/g, ' ')
    .trim()
}

/** Returns the address that asks for the access password of an item and then leads to the current address. */
export function passwordPath(itemRef: string, page_id: string | undefined): string {
  const query = new URLSearchParams({ ...(page_id && { page_id }), redirect: currentPath() })
  return `/item/password/${encodeURIComponent(itemRef)}?${query}`
}

/** Returns the full address of a path of the product, to share with others. */
export const wholeAddress = (path: string): string => publicAddress(path)

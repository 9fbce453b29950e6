/*
 * Pages of one import refer to each other before they have ids. Their texts contain an address with the other page's
 * key, which is random, so that no file can contain one; it is replaced when the pages are written.
 */

const prefix = 'docstead-page:'
const pattern = /docstead-page:([0-9a-f]{32})/g

/** Returns the address that stands for the page with this key until it is written. */
export const pendingAddress = (key: string): string => prefix + key

/** Whether a text refers to pages that are not written yet. */
export const hasPendingAddresses = (text: string): boolean => text.includes(prefix)

/**
 * Returns a text with the addresses of pages in place of their keys; what has no address becomes a link to the top of
 * the page.
 *
 * @param addressOf returns the address of a page; undefined for one that is not written; '' to leave the key as it is
 */
export const withPageAddresses = (text: string, addressOf: (key: string) => string | undefined): string =>
  hasPendingAddresses(text)
    ? text.replace(pattern, (whole, key: string) => {
        const address = addressOf(key)
        return address === '' ? whole : (address ?? '#')
      })
    : text

/** Returns the address of a page of this site. */
export const pageAddress = (item_id: number, page_id: number): string => `/${item_id}/${page_id}`

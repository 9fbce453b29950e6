import { boot } from '#web/lib/boot.ts'

/** An uploaded file, or a page by the numbers of its project and itself, as imports write links between pages. */
const own = /^\/(?:api\/attachment\/|\d+\/\d+(?:#|$))/
/** How pages of older installations name an uploaded file, relative to any screen that showed it. */
const olderAttachment = /^(?:\.{0,2}\/)*server\/(?:(?:index\.php)?\?s=\/?)?api\/(?:attachment|common)\/visitfile/i

/** How they name a screen: the path is after `#`. `first-paint.js` reads it there. */
const olderScreen = /^(?:(?:\.{0,2}\/)*web\/?(?:index\.html)?|\/)?#(?=\/)/

/**
 * Resolves the address of a link or an image in a page: files and screens of this installation get its base path as
 * prefix.
 */
export function resolveAddress(url: string, base: string = boot.base): string {
  if (own.test(url)) return base + url
  if (olderAttachment.test(url)) return `${base}/${url.replace(/^[./]+/, '')}`
  return url.replace(olderScreen, `${base}/#`)
}

/** Reports whether a link leads to another site. */
export function isExternal(href: string): boolean {
  try {
    const url = new URL(href, window.location.href)
    return /^https?:$/.test(url.protocol) && url.origin !== window.location.origin
  } catch {
    return false
  }
}

import { boot } from '#web/lib/boot.ts'

const attachment = /^\/api\/attachment\//
/** How pages of older installations name an uploaded file, seen from wherever they were shown. */
const olderAttachment = /^(?:\.{0,2}\/)*server\/(?:(?:index\.php)?\?s=\/?)?api\/(?:attachment|common)\/visitfile/i

/** How they name a screen: the path stands behind `#`. `first-paint.js` reads it there. */
const olderScreen = /^(?:(?:\.{0,2}\/)*web\/?(?:index\.html)?|\/)?#(?=\/)/

/** The address a page's link or picture means here: files and screens of this installation get its base path in front. */
export function resolveAddress(url: string, base: string = boot.base): string {
  if (attachment.test(url)) return base + url
  if (olderAttachment.test(url)) return `${base}/${url.replace(/^[./]+/, '')}`
  return url.replace(olderScreen, `${base}/#`)
}

/** Whether a link leads away from this site. */
export function isExternal(href: string): boolean {
  try {
    const url = new URL(href, window.location.href)
    return /^https?:$/.test(url.protocol) && url.origin !== window.location.origin
  } catch {
    return false
  }
}

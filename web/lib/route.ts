import { useEffect, useLayoutEffect } from 'react'
import { navigate as browserNavigate } from 'wouter/use-browser-location'
import { boot } from '#web/lib/boot.ts'
import { announce } from '#web/lib/live-region.ts'

export { Link, useLocation, useParams, useSearch, useSearchParams } from 'wouter'

/** Returns the URL path of a product path, for plain links and new windows: `href('/item/index')`. */
export const href = (path: string): string => `${boot.base}${path}` || '/'

/** Returns the absolute URL of a product path, for sharing. Uses the site's public URL if there is one. */
export function publicAddress(path: string, origin: string = window.location.origin): string {
  const { site_url } = boot
  return `${URL.canParse(site_url) ? new URL(site_url).origin : origin}${href(path)}`
}

interface Comes {
  isBack: true
}

const comesBack: Comes = { isBack: true }

/**
 * Navigates to a product path. With `isBack` the navigation counts as going back, and the screen restores its position.
 */
export function navigate(path: string, options: { replace?: boolean; isBack?: boolean } = {}): void {
  const { isBack, ...rest } = options
  browserNavigate(href(path), { ...rest, ...(isBack && { state: comesBack }) })
}

/** Returns whether the user came back to the current URL by `navigate` with `isBack`. */
export const isPopNavigation = (): boolean => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'isBack' in state
}

/** Returns the current product path with its query, without the base. */
export function currentPath(): string {
  const { pathname, search } = window.location
  const path = pathname.startsWith(boot.base) ? pathname.slice(boot.base.length) : pathname
  return `${path || '/'}${search}`
}

/**
 * Returns the path to go to after sign-in, or undefined if `target` is not allowed.
 * Source: specification 5, redirect targets; security rules, redirect targets.
 */
export function safeRedirect(target: string, origin: string = window.location.origin): string | undefined {
  if (!/^[A-Za-z0-9/:?._*+-]+$/.test(target) || target.includes('//')) return undefined
  if (/^[a-z][a-z\d+.-]*:/i.test(target) || !URL.canParse(target, origin)) return undefined
  const url = new URL(target, origin)
  if (url.origin !== origin || !/^https?:$/.test(url.protocol) || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}`
}

/** Returns the path of the sign-in page with a redirect back to the current URL. */
export function signInPath(): string {
  const path = currentPath()
  const [bare = '/'] = path.split('?') // a query often has characters that a redirect must not have
  const target = bare === '/' ? undefined : [path, bare].find((one) => safeRedirect(one))
  return target ? `/user/login?redirect=${encodeURIComponent(target)}` : '/user/login'
}

let moved = false
if (typeof window !== 'undefined') {
  const onMove = () => {
    moved = true
  }
  for (const event of ['popstate', 'pushState', 'replaceState']) window.addEventListener(event, onMove)
}

const isTyping = () => document.activeElement?.matches('input,textarea,select,[contenteditable=true]') ?? false

/** Focuses the heading of the screen, unless the user is typing. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || isTyping()) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

let titleEnd = boot.site_name

/** Replaces the name of the site in the window title while mounted. */
export function useTitleEnd(name: string = boot.site_name): void {
  useLayoutEffect(() => {
    titleEnd = name
    return () => {
      titleEnd = boot.site_name
    }
  }, [name])
}

/**
 * Sets the window title to "title · site", once where the title ends with the site. The first title after a navigation also moves focus to the page's `h1` and
 * is announced, so pass undefined until the content is there.
 *
 * @param title the screen's name, from narrow to wide: 'Create user · Orders API'
 */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const isEnded = title === titleEnd || title.endsWith(` · ${titleEnd}`)
    document.title = title ? (isEnded ? title : `${title} · ${titleEnd}`) : titleEnd
    if (!moved) return
    moved = false
    announce(title || titleEnd)
    focusHeading()
  }, [title])
}

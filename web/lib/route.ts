import { useEffect } from 'react'
import { navigate as browserNavigate } from 'wouter/use-browser-location'
import { boot } from '#web/lib/boot.ts'
import { announce } from '#web/lib/live-region.ts'

export { Link, useLocation, useParams, useSearch, useSearchParams } from 'wouter'

/** The address of a path of the product, for plain links and new windows: `href('/item/index')`. */
export const href = (path: string): string => `${boot.base}${path}` || '/'

/** The whole address of a path of the product, to give to others: on the site's public address where it has one. */
export function publicAddress(path: string, origin: string = window.location.origin): string {
  const { site_url } = boot
  return `${URL.canParse(site_url) ? new URL(site_url).origin : origin}${href(path)}`
}

interface Comes {
  isBack: true
}

const comesBack: Comes = { isBack: true }

/** Goes to a path of the product. `isBack` says that one comes back there: it is shown where it was left. */
export function navigate(path: string, options: { replace?: boolean; isBack?: boolean } = {}): void {
  const { isBack, ...rest } = options
  browserNavigate(href(path), { ...rest, ...(isBack && { state: comesBack }) })
}

/** Whether one came back to the present address by `navigate`. */
export const isPopNavigation = (): boolean => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'isBack' in state
}

/** The current path of the product with its query, without the base. */
export function currentPath(): string {
  const { pathname, search } = window.location
  const path = pathname.startsWith(boot.base) ? pathname.slice(boot.base.length) : pathname
  return `${path || '/'}${search}`
}

/**
 * The path to go to after signing in, or undefined when `target` is not allowed.
 * Source: specification 5, redirect targets; security rules, redirect targets.
 */
export function safeRedirect(target: string, origin: string = window.location.origin): string | undefined {
  if (!/^[A-Za-z0-9/:?._*+-]+$/.test(target) || target.includes('//')) return undefined
  if (/^[a-z][a-z\d+.-]*:/i.test(target) || !URL.canParse(target, origin)) return undefined
  const url = new URL(target, origin)
  if (url.origin !== origin || !/^https?:$/.test(url.protocol) || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}`
}

/** The sign-in page, on the way to the present address. */
export function signInPath(): string {
  const path = currentPath()
  const [bare = '/'] = path.split('?') // a query often holds signs that a redirect may not have
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

/** Brings the focus to the heading of the screen, unless somebody is typing. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || isTyping()) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Names the window «title · site». The first title after a navigation also moves the focus to the page's `h1`
 * and is read out, so call it with undefined until the content is there.
 *
 * @param title the screen in words, narrow to wide: 'Create user · Orders API'
 */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = title ? `${title} · ${boot.site_name}` : boot.site_name
    if (!moved) return
    moved = false
    announce(title || boot.site_name)
    focusHeading()
  }, [title])
}

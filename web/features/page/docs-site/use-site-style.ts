import { useAtomValue } from 'jotai'
import { useLayoutEffect } from 'react'
import { href } from '#web/lib/route.ts'
import { themeAtom } from '#web/lib/theme.ts'
import { siteColors } from './site-colors.ts'

/** Gives the page the colour and the icon of a docs site while its reader is open. */
export function useSiteStyle({ color, logo_url }: { color: string; logo_url: string }): void {
  const theme = useAtomValue(themeAtom)
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    const colors = Object.entries(siteColors(color)?.[theme] ?? {})
    // on the host of a site, its colours are those of all screens
    const former = colors.map(([name]): [string, string] => [name, style.getPropertyValue(name)])
    const mark = dataset['docsSite']
    for (const [name, value] of colors) style.setProperty(name, value)
    dataset['docsSite'] = ''
    return () => {
      for (const [name, value] of former) style.setProperty(name, value)
      if (mark === undefined) delete dataset['docsSite']
    }
  }, [color, theme])
  useLayoutEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || logo_url === '') return undefined
    const former = { href: icon.getAttribute('href') ?? '', type: icon.type }
    icon.href = href(logo_url)
    icon.type = ''
    return () => {
      icon.href = former.href
      icon.type = former.type
    }
  }, [logo_url])
}

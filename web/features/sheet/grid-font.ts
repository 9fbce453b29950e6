import i18next from 'i18next'

let known: { lang: string; font: string } | undefined

/** The fonts of the product, in which the grid draws what names no font of its own. Called by the grid's own code. */
export function gridFont(): string {
  const root = document.documentElement
  // looked up once for a language: the grid asks for every cell that it draws
  if (known?.lang !== root.lang)
    known = { lang: root.lang, font: getComputedStyle(root).getPropertyValue('--font-sans').trim() || 'sans-serif' }
  return known.font
}

/** What the tool for fonts calls them. Called by the grid's own code. */
export const gridFontName = (): string => i18next.t('sheet:defaultFont')

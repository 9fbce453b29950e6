import i18next from 'i18next'

let known: { lang: string; font: string } | undefined

/** Returns the product's fonts, which the grid uses where no font is set. Called by the grid's own code. */
export function gridFont(): string {
  const root = document.documentElement
  // looked up once per language: the grid calls this for every cell it draws
  if (known?.lang !== root.lang)
    known = { lang: root.lang, font: getComputedStyle(root).getPropertyValue('--font-sans').trim() || 'sans-serif' }
  return known.font
}

/** Returns the name of the default font in the font menu. Called by the grid's own code. */
export const gridFontName = (): string => i18next.t('sheet:defaultFont')

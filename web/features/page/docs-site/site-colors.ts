type Rgb = readonly [red: number, green: number, blue: number]

/** The colours of one theme that a docs site replaces, by their names in `styles/tokens.css`. */
type SiteColors = Record<'--accent' | '--accent-solid' | '--accent-hover' | '--accent-soft', string>

// The contrast of text. Source: WCAG 2.2, success criterion 1.4.3.
const readable = 4.5
// Light text on a dark background looks dimmer than it measures.
const readableInDark = 5.5
// What a filled button needs to be seen on its background, as the product's own has it.
const visible = 2.2

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
// The backgrounds of text in each theme, as in `styles/tokens.css`: --bg, --bg-side, --bg-raised, --bg-muted.
const lightBackgrounds: readonly Rgb[] = [white, [246, 247, 249], [238, 240, 243]]
const dark: Rgb = [20, 23, 28]
const darkBackgrounds: readonly Rgb[] = [dark, [25, 29, 35], [32, 37, 45], [35, 41, 50]]

/** The surfaces and text of the light theme, by their names in `styles/tokens.css`, for a sample of it in the dark one. */
export const lightSurfaces: Record<'--bg' | '--bg-side' | '--border' | '--text' | '--bg-muted' | '--text-2', string> = {
  '--bg': 'rgb(255 255 255)',
  '--bg-side': 'rgb(246 247 249)',
  '--bg-muted': 'rgb(238 240 243)',
  '--border': 'var(--border-light)',
  '--text': 'rgb(27 32 40)',
  '--text-2': 'rgb(74 83 99)',
}

function parse(hex: string): Rgb | undefined {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? []
  if (r === undefined || g === undefined || b === undefined) return undefined
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)]
}

const toHex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

// Rounded as the browser shows it, so that the contrast is that of what is shown.
const mix = (color: Rgb, other: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => Math.round(color[at] * (1 - share) + other[at] * share)
  return [part(0), part(1), part(2)]
}

/** Source: WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Returns the contrast of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(parse(one) ?? black, parse(other) ?? black)

/** Returns the colour nearest to `color` on its way to `end` that has this contrast to all of `others`. */
function adjusted(color: Rgb, end: Rgb, others: readonly Rgb[], least: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const next = mix(color, end, share)
    if (others.every((other) => contrastOf(next, other) >= least)) return next
  }
  return end
}

/**
 * Returns the colours of a docs site in both themes, from its own colour: as near to it as text in them, and white text
 * on them, stays readable. Undefined for what is no colour.
 */
export function siteColors(hex: string): { light: SiteColors; dark: SiteColors } | undefined {
  const color = parse(hex)
  if (!color) return undefined
  const solid = adjusted(color, black, [white], readable)
  const lightSoft = mix(color, white, 0.9)
  const darkSoft = mix(color, dark, 0.78)
  // White text stays readable on it: white on the dark background has a contrast of 17.
  const darkSolid = adjusted(solid, white, [dark], visible)
  return {
    light: {
      '--accent': toHex(adjusted(color, black, [...lightBackgrounds, lightSoft], readable)),
      '--accent-solid': toHex(solid),
      '--accent-hover': toHex(mix(solid, black, 0.2)),
      '--accent-soft': toHex(lightSoft),
    },
    dark: {
      '--accent': toHex(adjusted(color, white, [...darkBackgrounds, darkSoft], readableInDark)),
      '--accent-solid': toHex(darkSolid),
      '--accent-hover': toHex(mix(darkSolid, black, 0.2)),
      '--accent-soft': toHex(darkSoft),
    },
  }
}

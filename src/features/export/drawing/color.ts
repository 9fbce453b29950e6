import type { Color } from './drawing.ts'

// Source: CSS Color 4, 6.1.
const named = new Map(
  (
    'aqua 00ffff black 000000 blue 0000ff brown a52a2a coral ff7f50 crimson dc143c cyan 00ffff darkblue 00008b darkgray a9a9a9 ' +
    'darkgreen 006400 darkgrey a9a9a9 darkorange ff8c00 darkred 8b0000 dimgray 696969 dodgerblue 1e90ff firebrick b22222 ' +
    'forestgreen 228b22 fuchsia ff00ff gold ffd700 goldenrod daa520 gray 808080 green 008000 grey 808080 hotpink ff69b4 indigo 4b0082 ' +
    'ivory fffff0 khaki f0e68c lavender e6e6fa lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgray d3d3d3 lightgreen 90ee90 ' +
    'lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightskyblue 87cefa lightyellow ffffe0 lime 00ff00 limegreen 32cd32 ' +
    'magenta ff00ff maroon 800000 mediumblue 0000cd midnightblue 191970 mintcream f5fffa navy 000080 olive 808000 orange ffa500 ' +
    'orangered ff4500 orchid da70d6 pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 red ff0000 royalblue 4169e1 ' +
    'salmon fa8072 seagreen 2e8b57 silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa steelblue 4682b4 ' +
    'tan d2b48c teal 008080 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 ' +
    'yellowgreen 9acd32'
  )
    .split(' ')
    .flatMap((word, at, all): [string, string][] => (at % 2 === 0 ? [[word, all[at + 1] ?? '']] : [])),
)

const clamped = (value: number): number => Math.max(0, Math.min(1, value))

/** Black, as everything is that says nothing else. */
export const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

function fromHex(digits: string): Color | undefined {
  const long = digits.length <= 4 ? [...digits].map((one) => one + one).join('') : digits
  if (!/^(?:[0-9a-f]{6}|[0-9a-f]{8})$/.test(long)) return undefined
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255
  return { red: part(0), green: part(2), blue: part(4), alpha: long.length === 8 ? part(6) : 1 }
}

function fromHsl(hue: number, saturation: number, lightness: number, alpha: number): Color {
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12
    return clamped(
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)),
    )
  }
  return { red: part(0), green: part(8), blue: part(4), alpha }
}

/** Reads a colour as CSS writes it; undefined for what is none, and for one that is not seen. */
export function readColor(given: string): Color | undefined {
  const text = given.trim().toLowerCase()
  if (text.startsWith('#')) return fromHex(text.slice(1))
  const [, name = '', inside = ''] = /^(rgb|hsl)a?\(([^()]{1,100})\)$/.exec(text) ?? []
  if (name === '') {
    const hex = named.get(text)
    return hex === undefined ? undefined : fromHex(hex)
  }
  const parts = inside.split(/[\s,/]+/).filter((one) => one !== '')
  const value = (at: number, whole: number) => {
    const part = parts[at] ?? ''
    const number = Number.parseFloat(part)
    if (!Number.isFinite(number)) return 0
    return part.endsWith('%') ? number / 100 : number / whole
  }
  const alpha = parts.length > 3 ? clamped(value(3, 1)) : 1
  if (name === 'hsl') {
    const hue = Number.parseFloat(parts[0] ?? '')
    return fromHsl(
      Number.isFinite(hue) ? ((hue % 360) + 360) % 360 : 0,
      clamped(value(1, 100)),
      clamped(value(2, 100)),
      alpha,
    )
  }
  return { red: clamped(value(0, 255)), green: clamped(value(1, 255)), blue: clamped(value(2, 255)), alpha }
}

import { encodePng, pngColours, type Rgb } from '#src/core/png.ts'
import { glyphHeight, glyphs, type Point, type Stroke } from './glyphs.ts'
import { pick, type Random, secureRandom, wholeBetween } from './random.ts'

/**
 * The letters that a captcha may show: upper case, none similar to another. Responses are compared case-insensitively.
 */
export const captchaAlphabet = Object.keys(glyphs).join('')

/** The number of letters in a captcha. Source: security rules 3, captcha. */
export const captchaLength = 5

/** The image's size in pixels: twice the displayed size of 160 x 56, to be sharp on dense screens. */
export const captchaSize = { width: 320, height: 112 } as const

/** Returns five unpredictable letters of the alphabet. */
export function newCaptchaText(): string {
  const [first = 'A', ...others] = captchaAlphabet
  return Array.from({ length: captchaLength }, () => pick([first, ...others], secureRandom)).join('')
}

// Letters and distortion share one ink, so that colour cannot separate them. The image has its own background, so that
// it reads the same on light and dark pages. Contrast 10:1.
const paper: Rgb = [238, 241, 246]
const ink: Rgb = [38, 52, 84]
const palette: Rgb[] = Array.from({ length: pngColours }, (_, level) => {
  const share = level / (pngColours - 1)
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [mix(paper[0], ink[0]), mix(paper[1], ink[1]), mix(paper[2], ink[2])]
})

/** The ink of each pixel, 0 to 1. */
interface Sheet {
  ink: Float32Array
}

/**
 * Draws a PNG of `letters`, rotated, slanted, bent by a wave, close enough to touch, and crossed by lines as thick as
 * their strokes. Letters outside the alphabet are left out.
 */
export function drawCaptcha(code: string, random: Random = secureRandom): Buffer {
  const { width, height } = captchaSize
  const sheet: Sheet = { ink: new Float32Array(width * height) }
  const wave = newWave(random)
  for (const { stroke, pen } of [...letterStrokes(code, random), ...disturbance(random)]) {
    draw(sheet, finer(stroke).map(wave), pen)
  }
  speckle(sheet, random)
  const pixels = Uint8Array.from(sheet.ink, (share) => Math.round(share * (pngColours - 1)))
  return encodePng(pixels, width, height, palette)
}

interface PennedStroke {
  stroke: Stroke
  /** The pen's width in pixels. */
  pen: number
}

const between = (min: number, max: number, random: Random) => min + (max - min) * random()

function letterStrokes(characters: string, random: Random): PennedStroke[] {
  const shapes = [...characters.toUpperCase()].flatMap((letter) => glyphs[letter] ?? [])
  const placed = shapes.map((glyph) => {
    const scale = between(9.8, 11.2, random)
    return { glyph, scale, gap: between(12, 20, random), wide: glyph.width * scale * between(0.86, 1, random) }
  })
  const room = captchaSize.width - 30
  const full = placed.reduce((sum, it) => sum + it.wide + it.gap, -(placed.at(-1)?.gap ?? 0))
  const fit = Math.min(1, room / full)
  let left = (captchaSize.width - full * fit) / 2 + between(-5, 5, random)
  return placed.flatMap(({ glyph, scale, gap, wide: roomy }) => {
    const wide = roomy * fit
    const center: Point = [left + wide / 2, captchaSize.height / 2 + between(-9, 9, random)]
    left += wide + gap * fit
    const turn = between(-0.2, 0.2, random)
    const slant = between(-0.15, 0.15, random)
    const pen = between(7.4, 8.8, random)
    const place = ([x, y]: Point): Point => {
      const down = (y - glyphHeight / 2) * scale
      const right = (x / glyph.width - 0.5) * wide + slant * down
      return [
        center[0] + right * Math.cos(turn) - down * Math.sin(turn),
        center[1] + right * Math.sin(turn) + down * Math.cos(turn),
      ]
    }
    return glyph.strokes.map((stroke) => ({ stroke: stroke.map(place), pen }))
  })
}

/** Returns lines across the whole image, and hooks that could be parts of letters. */
function disturbance(random: Random): PennedStroke[] {
  const { width, height } = captchaSize
  const across = [0.36, 0.66].map((share) => {
    const from = height * share + between(-16, 16, random)
    const rise = between(-22, 22, random)
    const swing = between(6, 13, random)
    const phase = between(0, 6, random)
    const turns = between(1.1, 2, random)
    const stroke = Array.from({ length: 41 }, (_, step): Point => {
      const share = step / 40
      return [12 + share * (width - 24), from + rise * share + swing * Math.sin(phase + share * turns * 2 * Math.PI)]
    })
    return { stroke, pen: between(3.2, 4.4, random) }
  })
  const hooks = Array.from({ length: 5 }, () => {
    const center: Point = [between(16, width - 16, random), between(14, height - 14, random)]
    const radius = between(8, 17, random)
    const start = between(0, 6.28, random)
    const stroke = Array.from({ length: 9 }, (_, step): Point => {
      const angle = start + step * 0.19
      return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
    })
    return { stroke, pen: between(2.6, 4.4, random) }
  })
  return [...across, ...hooks]
}

/** Returns a random distortion that applies to everything drawn on the image. */
function newWave(random: Random): (point: Point) => Point {
  const [swingX, swingY] = [between(2, 4, random), between(3, 5.5, random)]
  const [stepX, stepY] = [between(0.05, 0.08, random), between(0.022, 0.036, random)]
  const [phaseX, phaseY] = [between(0, 6.28, random), between(0, 6.28, random)]
  return ([x, y]) => [x + swingX * Math.sin(y * stepX + phaseX), y + swingY * Math.sin(x * stepY + phaseY)]
}

/** Adds points to a stroke, at least one every 8 pixels, so that a wave can bend its straight parts. */
function finer(stroke: Stroke): Stroke {
  return stroke.flatMap((to, index) => {
    const from = stroke[index - 1]
    if (!from) return [to]
    const parts = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 8))
    return Array.from({ length: parts }, (_, part): Point => {
      const share = (part + 1) / parts
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    })
  })
}

function draw(sheet: Sheet, stroke: Stroke, pen: number): void {
  stroke.forEach((to, index) => {
    drawSegment(sheet, stroke[index - 1] ?? to, to, pen / 2)
  })
}

/**
 * Inks each pixel by its distance from the line `from`-`to`: fully within `radius`, fading over one pixel at the edge.
 */
function drawSegment({ ink }: Sheet, from: Point, to: Point, radius: number): void {
  const { width, height } = captchaSize
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length2 = dx * dx + dy * dy || 1
  const reach = radius + 1
  const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach]
  const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach]
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y += 1) {
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x += 1) {
      const along = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length2))
      const [offX, offY] = [x - from[0] - along * dx, y - from[1] - along * dy]
      const distance = Math.sqrt(offX * offX + offY * offY) // Math.hypot is many times slower
      const share = Math.min(1, Math.max(0, radius + 0.5 - distance))
      const at = y * width + x
      if (share > (ink[at] ?? 0)) ink[at] = share
    }
  }
}

/** Draws dots all over the image. */
function speckle(sheet: Sheet, random: Random): void {
  const { width, height } = captchaSize
  for (let count = wholeBetween(60, 80, random); count > 0; count -= 1) {
    const at: Point = [random() * width, random() * height]
    drawSegment(sheet, at, at, between(0.7, 1.8, random))
  }
}

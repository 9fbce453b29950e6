import { randomLowercase } from './basic.ts'
import { type Generator, type GeneratorTools, pickOne, textArg, whole } from './generator-tools.ts'

const protocols = ['http', 'https', 'ftp', 'ws', 'wss', 'mailto', 'telnet', 'gopher', 'news', 'nntp', 'rdap', 'sip']
const extensions = [
  'com',
  'net',
  'org',
  'edu',
  'gov',
  'int',
  'mil',
  'cn',
  'com.cn',
  'org.cn',
  'info',
  'biz',
  'name',
  'pro',
  'io',
  'de',
  'jp',
  'uk',
]

const word = (tools: GeneratorTools): string => randomLowercase(tools, whole(tools, 3, 10))
const tld = (tools: GeneratorTools): string => pickOne(tools, extensions) ?? ''
const protocol = (tools: GeneratorTools): string => pickOne(tools, protocols) ?? ''
const domain = (tools: GeneratorTools, extension?: unknown): string =>
  `${word(tools)}.${textArg(extension) || tld(tools)}`

const url: Generator = (tools, [scheme, host]) =>
  `${textArg(scheme) || protocol(tools)}://${textArg(host) || domain(tools)}/${word(tools)}`

const email: Generator = (tools, [host]) =>
  `${randomLowercase(tools, 1)}.${word(tools)}@${textArg(host) || domain(tools)}`

const hexOf = (value: number): string => value.toString(16).padStart(2, '0')
const shade = (tools: GeneratorTools): number => whole(tools, 0, 255)
const hex = (tools: GeneratorTools): string => `#${[1, 2, 3].map(() => hexOf(shade(tools))).join('')}`
const shades = (tools: GeneratorTools): string => [1, 2, 3].map(() => shade(tools)).join(', ')

const sizes = [
  '300x250',
  '250x250',
  '240x400',
  '336x280',
  '180x150',
  '720x300',
  '468x60',
  '234x60',
  '120x90',
  '120x60',
  '120x240',
  '125x125',
  '728x90',
  '160x600',
  '120x600',
  '300x600',
]
const sizeOf = (tools: GeneratorTools, size: unknown): string => textArg(size) || pickOne(tools, sizes) || ''
const colourPart = (colour: unknown): string => (textArg(colour) ? `/${textArg(colour)?.replaceAll('#', '')}` : '')

/**
 * The address of an image: `size, background, foreground, format, text`; of three or four arguments the last is the
 * text.
 */
const image: Generator = (tools, args) => {
  const [size, background, ...rest] = args
  const text = textArg(rest.length > 0 ? rest.at(-1) : undefined)
  const foreground = rest.length > 1 ? rest[0] : undefined
  const format = rest.length > 2 ? textArg(rest[1]) : undefined
  const tail = `${format ? `.${format}` : ''}${text ? `&text=${encodeURIComponent(text.toWellFormed())}` : ''}`
  return `http://dummyimage.com/${sizeOf(tools, size)}${colourPart(background)}${colourPart(foreground)}${tail}`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** An image as a data URL. */
const dataImage: Generator = (tools, [size, text]) => {
  const shown = sizeOf(tools, size)
  const [width = 100, height = 100] = shown.split('x').map((part) => Math.min(4000, Math.max(1, Number(part) || 100)))
  const words = (textArg(text) ?? shown).replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
  const imageFile =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${hex(tools)}"/>` +
    `<text x="50%" y="50%" fill="#fff" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif">${words}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(imageFile).toString('base64')}`
}

/** Addresses, images and colors. Source: the documented placeholders of Mock.js. */
export const web: Record<string, Generator> = {
  url,
  protocol,
  domain: (tools, [fileExtension]) => domain(tools, fileExtension),
  tld,
  email,
  ip: (tools) => [1, 2, 3, 4].map(() => shade(tools)).join('.'),
  color: hex,
  hex,
  rgb: (tools) => `rgb(${shades(tools)})`,
  rgba: (tools) => `rgba(${shades(tools)}, ${whole(tools, 0, 100) / 100})`,
  hsl: (tools) => `hsl(${whole(tools, 0, 360)}, ${whole(tools, 0, 100)}, ${whole(tools, 0, 100)})`,
  image,
  img: image,
  dataimage: dataImage,
}

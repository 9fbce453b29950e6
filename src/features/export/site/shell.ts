import { markdown } from '#shared/markdown/pipeline.ts'
import type { SiteFrame } from '../worker-message.ts'
import type { CleanPage, SiteHeading } from './clean-html.ts'
import { encodePath, relativeAddress } from './site-names.ts'
import { type SiteWord, siteWords } from './words.ts'

const { escapeHtml } = markdown.utils

/** A page of the site with its position. */
export interface PlacedPage {
  number: number
  title: string
  path: string
  /** The names of its folders. */
  folders: string[]
}

/** What surrounds the body of one page. */
interface Surroundings {
  frame: SiteFrame
  path: string
  title: string
  /** -1 for the first page with the table of contents. */
  number: number
  folders: readonly string[]
  /** The links that are shown without a script: the pages next to this one. */
  near: readonly { title: string; path: string }[]
  previous?: { title: string; path: string } | undefined
  next?: { title: string; path: string } | undefined
  attached: readonly { name: string; path: string }[]
  /** Whether the page is beside it as Markdown. */
  hasMarkdown: boolean
}

/**
 * What a page of the site may load: its own files. No address outside is reached unless the reader follows a link.
 * Styles of elements are cleaned; `'self'` is the folder, also on a disk.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'"

const word = (name: SiteWord, lang: 'en' | 'zh'): string =>
  `<span data-word="${name}">${escapeHtml(siteWords[lang][name])}</span>`

/** The line that marks which page a link in a list leads to. */
const link = (from: string, to: { title: string; path: string }, more = ''): string =>
  `<a href="${escapeHtml(relativeAddress(from, to.path))}"${more}>${escapeHtml(to.title)}</a>`

function headLinks({ frame: { base_address }, path, hasMarkdown }: Surroundings): string {
  if (base_address === '') return ''
  const address = base_address + (path === 'index.html' ? '' : encodePath(path))
  const text = hasMarkdown
    ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(relativeAddress(path, path.replace(/html$/, 'md')))}">`
    : ''
  return `<link rel="canonical" href="${escapeHtml(address)}">${text}<link rel="describedby" type="text/plain" href="${escapeHtml(relativeAddress(path, 'llms.txt'))}">`
}

function outline(headings: readonly SiteHeading[], lang: 'en' | 'zh'): string {
  const shown = headings.filter(({ id, level }) => id !== '' && level <= 4).slice(0, 300)
  if (shown.length < 2) return ''
  const top = Math.min(...shown.map(({ level }) => level))
  const items = shown.map(
    ({ id, level, text }) =>
      `<li class="l${level - top}"><a href="#${encodeURIComponent(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<aside class="outline" aria-labelledby="outline-title"><h2 id="outline-title">${word('contents', lang)}</h2><ul>${items.join('')}</ul></aside>`
}

/** Returns a whole page. */
export function pageShell(around: Surroundings, body: Pick<CleanPage, 'html' | 'headings'>): string {
  const { frame, path, title, number, folders, near, previous, next, attached } = around
  const { lang } = frame
  const root = '../'.repeat(path.split('/').length - 1)
  const [first] = body.headings
  const isTitled = first?.level === 1 && first.text === title && body.html.indexOf('<h1') < 400
  const whole = title === frame.title ? title : `${title} · ${frame.title}`
  const files = attached.map(({ name, path: to }) => `<li>${link(path, { title: name, path: to }, ' download')}</li>`)
  const crumbs = [...folders].map((name) => `<span>${escapeHtml(name)}</span>`).join('<i>/</i>')
  const nearItems = near.map((one) => `<li>${link(path, one, one.path === path ? ' aria-current="page"' : '')}</li>`)
  const step = (to: { title: string; path: string } | undefined, name: 'previous' | 'next') =>
    to
      ? `<a class="${name}" rel="${name === 'next' ? 'next' : 'prev'}" href="${escapeHtml(relativeAddress(path, to.path))}"><small>${word(name, lang)}</small><b>${escapeHtml(to.title)}</b></a>`
      : ''
  const steps = step(previous, 'previous') + step(next, 'next')
  return `<!DOCTYPE html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}" data-root="${root}" data-page="${number}" data-lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(whole)}</title>
${headLinks(around)}<link rel="stylesheet" href="${root}assets/site.css">
<script src="${root}assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">${word('skip', lang)}</a>
<header class="top"><a class="home" href="${root}index.html">${escapeHtml(frame.title)}</a><div class="tools" data-tools></div></header>
<div class="frame">
<nav class="side" data-side aria-label="${escapeHtml(siteWords[lang].pages)}"><a class="all" href="${root}index.html">${word('all', lang)}</a><div data-tree><ul>${nearItems.join('')}</ul></div></nav>
<main id="content" tabindex="-1">
${crumbs === '' ? '' : `<p class="crumbs">${crumbs}</p>\n`}${isTitled ? '' : `<h1 class="title">${escapeHtml(title)}</h1>\n`}<article class="md-body">
${body.html}
</article>
${files.length === 0 ? '' : `<section class="files"><h2>${word('attachments', lang)}</h2><ul>${files.join('')}</ul></section>\n`}${steps === '' ? '' : `<nav class="steps">${steps}</nav>\n`}</main>
${outline(body.headings, lang)}
</div>
<script src="${root}assets/tree.js"></script>
</body>
</html>
`
}

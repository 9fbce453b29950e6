import { siteWords } from './words.ts'

/*
 * The script of a site, as text: it runs in any browser from a folder on a disk, where modules and fetch do not. What it
 * knows of the search is the same as `src/core/search-terms.ts` and `normalize-text.ts`; a test compares both.
 */

/** The part that makes terms of words: `foldText`, `conditionsOf`, `shardOf` and `pagesOf`. It needs no browser. */
export const searchScript = String.raw`
let tables
function makeTables() {
  if (tables) return tables
  const fold = new Uint16Array(65536)
  const kind = new Uint8Array(65536)
  const parts = []
  for (let from = 0; from < 65536; from += 4096) {
    const units = []
    for (let unit = from; unit < from + 4096; unit++) {
      fold[unit] = unit
      units.push(unit >= 0xd800 && unit < 0xe000 ? 0x20 : unit)
    }
    parts.push(String.fromCharCode.apply(null, units))
  }
  const all = parts.join('')
  for (const run of all.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) kind.fill(1, run.index, run.index + run[0].length)
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]+/gu
  for (const run of all.matchAll(cjk)) kind.fill(2, run.index, run.index + run[0].length)
  kind.fill(2, 0xd800, 0xe000)
  const wide = /[\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/
  for (const one of all.matchAll(/[\p{Changes_When_Lowercased}ς\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/gu)) {
    const text = one[0]
    const plain = wide.test(text) ? text.normalize('NFKC') : text
    let lower = (plain.length === 1 ? plain : text).toLowerCase()
    if (lower === 'ς') lower = 'σ'
    const folded = (lower.length === 1 ? lower : text).charCodeAt(0)
    if (folded === one.index) continue
    fold[one.index] = folded
    kind[one.index] = kind[folded]
  }
  tables = { fold: fold, kind: kind }
  return tables
}

function foldText(text) {
  const fold = makeTables().fold
  const parts = []
  for (let from = 0; from < text.length; from += 8192) {
    const units = []
    for (let at = from; at < Math.min(text.length, from + 8192); at++) units.push(fold[text.charCodeAt(at)])
    parts.push(String.fromCharCode.apply(null, units))
  }
  return parts.join('')
}

// The conditions for a folded word to be in a page: each a list of terms, one of which the page must have.
function conditionsOf(place, word) {
  const kind = makeTables().kind
  const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const conditions = []
  const all = function (run, count) {
    const terms = []
    for (let at = 0; at + count <= run.length; at++) terms.push(place + run.slice(at, at + count))
    return terms
  }
  for (let at = 0; at < word.length; ) {
    const own = kind[word.charCodeAt(at)]
    let end = at + 1
    while (end < word.length && kind[word.charCodeAt(end)] === own) end++
    const run = word.slice(at, end)
    at = end
    if (own === 2) all(run, Math.min(run.length, 2)).forEach(function (term) { conditions.push([term]) })
    else if (own === 1 && run.length > 2)
      all(run, 3).forEach(function (term, index, terms) {
        if (place === 'h' || index % 2 === 0 || index === terms.length - 1) conditions.push([term])
      })
    else if (own === 1 && run.length === 2)
      conditions.push([''].concat(plain.split('')).map(function (third) { return place + run + third }))
  }
  return conditions
}

function shardOf(term, shards) {
  const second = term.length > 2 ? term.charCodeAt(2) : 0
  return (term.charCodeAt(1) * 31 + second * 131) % shards
}

function pagesOf(text) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const pages = []
  let page = -1
  let value = 0
  let shift = 0
  for (const sign of text) {
    const digit = digits.indexOf(sign)
    value += (digit & 31) << shift
    shift += 5
    if (digit > 31) continue
    page += value + 1
    pages.push(page)
    value = 0
    shift = 0
  }
  return pages
}
`

const browserScript = String.raw`
const html = document.documentElement
const root = html.dataset.root
const own = Number(html.dataset.page)
function read(key) {
  try { return localStorage.getItem('docstead-site-' + key) } catch (error) { return null }
}
function write(key, value) {
  try { localStorage.setItem('docstead-site-' + key, value) } catch (error) { /* the reader forbids it */ }
}
const dark = matchMedia('(prefers-color-scheme: dark)')
function isDark() { return html.dataset.theme ? html.dataset.theme === 'dark' : dark.matches }
const theme = read('theme')
if (theme === 'dark' || theme === 'light') html.dataset.theme = theme
html.classList.add('js')
let lang = read('lang') === 'en' || read('lang') === 'zh' ? read('lang') : html.dataset.lang
function word(name) { return words[lang][name] }

function make(tag, attributes, children) {
  const node = document.createElement(tag)
  for (const name of Object.keys(attributes || {})) node.setAttribute(name, attributes[name])
  ;(children || []).forEach(function (child) { node.append(child) })
  return node
}

let pages = []
let site
const waiting = {}
const loaded = { terms: [], text: [] }

// Loads a file of the site as a script, which hands over what it has: the only way that also works on a disk.
function load(kind, number) {
  const name = kind + number
  if (loaded[kind][number]) return Promise.resolve(loaded[kind][number])
  if (!waiting[name])
    waiting[name] = new Promise(function (resolve, reject) {
      const script = make('script', { src: root + 'assets/search/' + name + '.js' })
      script.onload = function () {
        script.remove()
        if (loaded[kind][number]) resolve(loaded[kind][number])
        else reject(new Error(name))
      }
      script.onerror = function () {
        script.remove()
        delete waiting[name]
        reject(new Error(name))
      }
      document.head.append(script)
    })
  return waiting[name]
}

function both(one, other) {
  const set = new Set(other)
  return one.filter(function (page) { return set.has(page) })
}

async function pagesWithTerm(term) {
  const terms = await load('terms', shardOf(term, site.shards))
  const found = terms.get(term)
  return found === undefined ? [] : pagesOf(found)
}

// The pages that have all parts of a word in a field; undefined when the word has none.
async function pagesWith(place, text) {
  let found
  for (const condition of conditionsOf(place, text)) {
    const lists = await Promise.all(condition.map(pagesWithTerm))
    const any = lists.length === 1 ? lists[0] : Array.from(new Set(lists.flat())).sort(function (a, b) { return a - b })
    found = found ? both(found, any) : any
    if (found.length === 0) break
  }
  return found
}

async function search(query) {
  const wanted = Array.from(new Set(foldText(query).split(/\s+/).filter(Boolean))).slice(0, 10)
  if (wanted.length === 0) return { words: wanted, hits: [] }
  let hits
  let inHeadings
  for (const text of wanted) {
    const inTitle = pages.filter(function (page) { return page.folded.includes(text) }).map(function (page) { return page.number })
    const inText = await pagesWith('a', text)
    const inHeading = await pagesWith('h', text)
    // A sign alone is in no index: it is looked for in what the other words find.
    if (inText === undefined && wanted.length > 1) continue
    const any = Array.from(new Set(inTitle.concat(inText || [])))
    hits = hits ? both(hits, any) : any
    const heads = inTitle.concat(inHeading || [])
    inHeadings = inHeadings ? both(inHeadings, heads) : heads
  }
  const heads = new Set(inHeadings)
  const rank = function (number) {
    const title = pages[number].folded
    if (wanted.every(function (text) { return title.includes(text) })) return title === wanted.join(' ') ? 0 : 1
    return heads.has(number) ? 2 : 3
  }
  const ranked = (hits || []).map(function (number) { return [rank(number), number] })
  ranked.sort(function (one, other) { return one[0] - other[0] || one[1] - other[1] })
  return { words: wanted, hits: ranked.map(function (one) { return one[1] }) }
}

async function textOf(number) {
  let shard = 0
  while (shard + 1 < site.texts.length && site.texts[shard + 1] <= number) shard++
  const texts = await load('text', shard)
  return texts[number - site.texts[shard]] || ''
}

// Appends a text with its hits marked.
function appendMarked(node, text, wanted) {
  const folded = foldText(text)
  let at = 0
  for (;;) {
    let first = -1
    let length = 0
    wanted.forEach(function (one) {
      const found = folded.indexOf(one, at)
      if (found !== -1 && (first === -1 || found < first || (found === first && one.length > length))) {
        first = found
        length = one.length
      }
    })
    if (first === -1) break
    node.append(text.slice(at, first), make('mark', {}, [text.slice(first, first + length)]))
    at = first + length
  }
  node.append(text.slice(at))
}

function snippetOf(text, folded, wanted) {
  const places = wanted.map(function (one) { return folded.indexOf(one) }).filter(function (at) { return at !== -1 })
  const hit = places.length > 0 ? Math.min.apply(null, places) : 0
  let from = Math.max(0, hit - 60)
  let to = Math.min(text.length, hit + 160)
  if (/[\udc00-\udfff]/.test(text.charAt(from))) from++
  if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to--
  return (from > 0 ? '…' : '') + text.slice(from, to).replace(/\s+/g, ' ').trim() + (to < text.length ? '…' : '')
}

async function hitNode(number, wanted) {
  const text = await textOf(number)
  const folded = foldText(text)
  const page = pages[number]
  const isHit = wanted.every(function (one) { return folded.includes(one) || page.folded.includes(one) })
  if (!isHit) return undefined
  const title = make('b')
  appendMarked(title, page.title, wanted)
  const about = make('p')
  appendMarked(about, snippetOf(text, folded, wanted), wanted)
  const parts = page.folders.length > 0 ? [title, make('small', {}, [page.folders.join(' / ')]), about] : [title, about]
  return make('li', {}, [make('a', { href: root + page.path }, parts)])
}

const hitsAtOnce = 20
let turn = 0
async function showHits(panel, query) {
  const mine = ++turn
  panel.replaceChildren()
  panel.hidden = query.trim() === ''
  if (panel.hidden) return
  const list = make('ul')
  try {
    const result = await search(query)
    let at = 0
    const more = make('button', { type: 'button', class: 'more' }, [word('more')])
    const step = async function () {
      let shown = 0
      while (at < result.hits.length && shown < hitsAtOnce) {
        const node = await hitNode(result.hits[at++], result.words)
        if (mine !== turn) return
        if (node) {
          list.append(node)
          shown++
        }
      }
      more.hidden = at >= result.hits.length
    }
    await step()
    if (mine !== turn) return
    more.addEventListener('click', function () {
      const last = list.lastElementChild
      step().then(function () {
        const next = last && last.nextElementSibling
        if (next) next.firstElementChild.focus()
      })
    })
    panel.replaceChildren(list.childElementCount > 0 ? list : make('p', { class: 'none' }, [word('noHits')]), more)
  } catch (error) {
    if (mine === turn) panel.replaceChildren(make('p', { class: 'none' }, [word('lostPart')]))
  }
}

function makeSearch() {
  const field = make('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', 'data-label': 'search' })
  const panel = make('div', { class: 'hits', role: 'region', 'aria-live': 'polite', 'data-name': 'search' })
  panel.hidden = true
  const box = make('div', { class: 'search', role: 'search' }, [field, panel])
  let timer = 0
  field.addEventListener('input', function () {
    clearTimeout(timer)
    timer = setTimeout(function () { showHits(panel, field.value) }, 120)
  })
  field.addEventListener('focus', function () { if (field.value.trim() !== '' && panel.childElementCount > 0) panel.hidden = false })
  box.addEventListener('keydown', function (event) {
    const links = Array.from(panel.querySelectorAll('li > a'))
    const at = links.indexOf(document.activeElement)
    if (event.key === 'Escape') {
      panel.hidden = true
      field.focus()
    } else if (event.key === 'ArrowDown' && links.length > 0) links[Math.min(at + 1, links.length - 1)].focus()
    else if (event.key === 'ArrowUp' && at !== -1) (at === 0 ? field : links[at - 1]).focus()
    else if (event.key === 'Enter' && document.activeElement === field && links.length > 0) links[0].click()
    else return
    event.preventDefault()
  })
  document.addEventListener('click', function (event) { if (!box.contains(event.target)) panel.hidden = true })
  document.addEventListener('keydown', function (event) {
    const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)
    if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      field.focus()
      field.select()
    }
  })
  return box
}

function branchNode(branch, level) {
  const mark = make('button', { type: 'button', role: 'treeitem', tabindex: '-1', 'aria-expanded': 'false', 'aria-level': String(level) }, [make('span', {}, [branch.title])])
  const item = make('li', { role: 'none' }, [mark])
  let list
  const fold = function (isOpen) {
    if (isOpen && !list) {
      list = listNode(branch.nodes, level + 1)
      list.setAttribute('role', 'group')
      item.append(list)
    }
    if (list) list.hidden = !isOpen
    mark.setAttribute('aria-expanded', String(isOpen))
  }
  mark.addEventListener('click', function () {
    fold(mark.getAttribute('aria-expanded') !== 'true')
  })
  mark.unfold = fold
  if (branch.holdsOwn) fold(true)
  return item
}

function listNode(nodes, level) {
  return make('ul', {}, nodes.map(function (node) {
    if (node.nodes) return branchNode(node, level)
    const link = make('a', { href: root + node.path, role: 'treeitem', tabindex: '-1', 'aria-level': String(level) }, [node.title])
    if (node.number === own) link.setAttribute('aria-current', 'page')
    return make('li', { role: 'none' }, [link])
  }))
}

function makeTree(nodes) {
  const tree = listNode(nodes, 1)
  tree.setAttribute('role', 'tree')
  tree.setAttribute('data-name', 'pages')
  const shown = function () {
    return Array.from(tree.querySelectorAll('[role=treeitem]')).filter(function (one) { return !one.closest('ul[hidden]') })
  }
  const current = tree.querySelector('[aria-current]') || tree.querySelector('[role=treeitem]')
  if (current) current.tabIndex = 0
  const go = function (node) {
    if (!node) return
    tree.querySelectorAll('[tabindex="0"]').forEach(function (one) { one.tabIndex = -1 })
    node.tabIndex = 0
    node.focus()
  }
  tree.addEventListener('keydown', function (event) {
    const node = event.target.closest('[role=treeitem]')
    if (!node || event.altKey || event.ctrlKey || event.metaKey) return
    const all = shown()
    const at = all.indexOf(node)
    const state = node.getAttribute('aria-expanded')
    const group = node.parentElement.parentElement
    if (event.key === 'ArrowDown') go(all[at + 1])
    else if (event.key === 'ArrowUp') go(all[at - 1])
    else if (event.key === 'Home') go(all[0])
    else if (event.key === 'End') go(all[all.length - 1])
    else if (event.key === 'ArrowRight' && state === 'false') node.unfold(true)
    else if (event.key === 'ArrowRight' && state === 'true') go(all[at + 1])
    else if (event.key === 'ArrowLeft' && state === 'true') node.unfold(false)
    else if (event.key === 'ArrowLeft' && group !== tree) go(group.parentElement.firstElementChild)
    else return
    event.preventDefault()
  })
  return tree
}

function button(name, label, press) {
  const node = make('button', { type: 'button', class: 'tool tool-' + name, 'data-text': label })
  node.addEventListener('click', press)
  return node
}

function say() {
  document.querySelectorAll('[data-word]').forEach(function (node) { node.textContent = word(node.dataset.word) })
  document.querySelectorAll('[data-text]').forEach(function (node) {
    const name = node.dataset.text === 'theme' ? (isDark() ? 'light' : 'dark') : node.dataset.text
    node.textContent = word(name)
  })
  document.querySelectorAll('[data-label]').forEach(function (node) {
    node.placeholder = word(node.dataset.label)
    node.setAttribute('aria-label', word(node.dataset.label))
  })
  document.querySelectorAll('[data-name]').forEach(function (node) { node.setAttribute('aria-label', word(node.dataset.name)) })
}

// Follows the reader in the list of headings.
function followHeadings() {
  const links = new Map()
  document.querySelectorAll('.outline a').forEach(function (link) {
    const heading = document.getElementById(decodeURIComponent(link.getAttribute('href').slice(1)))
    if (heading) links.set(heading, link)
  })
  if (links.size === 0 || !window.IntersectionObserver) return
  const seen = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return
      links.forEach(function (link) { link.removeAttribute('aria-current') })
      links.get(entry.target).setAttribute('aria-current', 'true')
    })
  }, { rootMargin: '-64px 0px -70% 0px' })
  links.forEach(function (link, heading) { seen.observe(heading) })
}

function start(data) {
  site = data
  const walk = function (nodes, folders) {
    return nodes.map(function (node) {
      if (node.length === 3) {
        const from = pages.length
        const inside = walk(node[2], folders.concat(node[0]))
        return { title: node[0], nodes: inside, holdsOwn: own >= from && own < pages.length }
      }
      const page = { title: node[0], path: node[1], number: pages.length, folders: folders, folded: foldText(node[0]) }
      pages.push(page)
      return page
    })
  }
  const nodes = walk(data.nodes, [])
  const side = document.querySelector('[data-side]')
  const toggle = button('menu', 'pages', function () {
    const isOpen = html.classList.toggle('side-open')
    toggle.setAttribute('aria-expanded', String(isOpen))
  })
  toggle.setAttribute('aria-expanded', 'false')
  document.querySelector('[data-tree]').replaceChildren(makeTree(nodes))
  document.querySelector('[data-tools]').append(
    makeSearch(),
    button('lang', 'language', function () {
      lang = lang === 'zh' ? 'en' : 'zh'
      write('lang', lang)
      say()
    }),
    button('theme', 'theme', function () {
      html.dataset.theme = isDark() ? 'light' : 'dark'
      write('theme', html.dataset.theme)
      say()
    }),
    toggle,
  )
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape' && html.classList.contains('side-open')) toggle.click()
  })
  dark.addEventListener('change', say)
  say()
  const current = side.querySelector('[aria-current]')
  if (current) side.scrollTop = current.getBoundingClientRect().top - side.getBoundingClientRect().top - side.clientHeight / 3
  followHeadings()
}

window.docsteadSite = {
  tree: start,
  terms: function (number, text) {
    const terms = new Map()
    text.split('\n').forEach(function (line) {
      const at = line.indexOf('\t')
      if (at !== -1) terms.set(line.slice(0, at), line.slice(at + 1))
    })
    loaded.terms[number] = terms
  },
  text: function (number, texts) { loaded.text[number] = texts },
}
`

/** Returns the script of a site. */
export const clientScript = (): string =>
  `(function () {\n'use strict'\nconst words = ${JSON.stringify(siteWords)}\n${searchScript}${browserScript}})()\n`

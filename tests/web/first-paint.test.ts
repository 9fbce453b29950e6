import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync('web/first-paint.js', 'utf8')

interface Page {
  /** The addresses that replaced the former one. */
  replaced: string[]
  /** Sets another hash of the address, like a link. */
  goTo(hash: string): void
}

/** A page at an address with this hash, after its first script has run. */
function pageAt(hash: string, base = ''): Page {
  const replaced: string[] = []
  const location = { hash }
  const listeners: (() => void)[] = []
  const root = { dataset: {}, lang: 'en' }
  const boot = { textContent: JSON.stringify({ base, early: [] }) }
  const media = () => ({ matches: false })
  runInNewContext(script, {
    document: { documentElement: root, getElementById: () => boot },
    localStorage: { getItem: () => null },
    matchMedia: media,
    window: {},
    location,
    history: { replaceState: (_state: unknown, _title: string, address: string) => replaced.push(address) },
    addEventListener: (name: string, listener: () => void) => name === 'hashchange' && listeners.push(listener),
  })
  return {
    replaced,
    goTo(to) {
      location.hash = to
      for (const listener of listeners) listener()
    },
  }
}

test.each([
  ['#/', '/'],
  ['#/12', '/12'],
  ['#/12/345', '/12/345'],
  ['#/orders/345/', '/orders/345'],
  ['#/12?page_id=345', '/12/345'],
  ['#/p/0123456789abcdef', '/p/0123456789abcdef'],
  ['#/user/login', '/user/login'],
  ['#/user/login?redirect=%2Fitem%2Findex', '/user/login?redirect=%2Fitem%2Findex'],
  ['#/item/index', '/item/index'],
  ['#/12/345#how-to', '/12/345#how-to'],
])('the old address %s is %s', (hash, address) => {
  expect(pageAt(hash).replaced).toEqual([address])
  expect(pageAt(hash, '/docs').replaced).toEqual([`/docs${address}`])
  const page = pageAt('')
  page.goTo(hash)
  expect(page.replaced).toEqual([address])
})

test.each([
  '',
  '#',
  '#how-to',
  '#//evil.example',
  '#///evil.example',
  '#/\\evil.example',
  '#/\\/evil.example',
  '#\\\\evil.example',
  '#/%2F/evil.example',
  '#/%5Cevil.example',
  '#/.//evil.example',
  '#/12//evil.example',
  '#/../../evil',
  '#/evil.example',
  '#/https://evil.example',
  '#javascript:alert(1)',
  '#/javascript:alert(1)',
  '#/\tevil',
  '#/12\n/345',
  '#https://evil.example',
])('redirects nowhere for %j', (hash) => {
  const page = pageAt(hash)
  page.goTo(hash)
  expect(page.replaced).toEqual([])
})

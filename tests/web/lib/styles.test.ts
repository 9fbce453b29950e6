import { beforeEach, expect, test, vi } from 'vitest'

/** The style sheets of a page: which addresses load, what was requested, and what applies. */
const page = {
  failing: true,
  requested: [] as string[],
  applied: [] as string[],
  linked: undefined as object | undefined,
}

class Link {
  rel = ''
  href = ''
  onload = () => undefined
  onerror = () => undefined
  remove() {
    page.applied = page.applied.filter((one) => one !== this.href)
  }
}

beforeEach(() => {
  vi.resetModules()
  Object.assign(page, { failing: true, requested: [], applied: [], linked: undefined })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify({ assets: { rest: '/rest.css', katex: '/katex.css' } }) }),
    querySelector: () => page.linked ?? null,
    createElement: () => new Link(),
    head: {
      append: (link: Link) => {
        page.requested.push(link.href)
        page.applied.push(link.href)
        queueMicrotask(() => (page.failing ? link.onerror() : link.onload()))
      },
    },
  })
  return () => vi.unstubAllGlobals()
})

const load = () => import('#web/lib/styles.ts')

test('requests a style sheet again that fails once', async () => {
  const { loadStyles } = await load()
  const added = loadStyles('rest')
  page.failing = true
  queueMicrotask(() => queueMicrotask(() => (page.failing = false)))
  await added
  expect(page).toMatchObject({ requested: ['/rest.css', '/rest.css'], applied: ['/rest.css'] })
})

test('reports a style sheet that keeps failing, and a later call loads it', async () => {
  const { loadStyles } = await load()
  await expect(loadStyles('rest')).rejects.toMatchObject({ errorName: 'offline' })
  expect(page.applied).toEqual([])
  page.failing = false
  await loadStyles('rest')
  await loadStyles('rest')
  expect(page).toMatchObject({ applied: ['/rest.css'], requested: ['/rest.css', '/rest.css', '/rest.css'] })
})

test('replaces one that the page has linked in vain, and no other', async () => {
  const { loadStyles } = await load()
  page.failing = false
  page.linked = { sheet: { cssRules: [{}] } }
  await loadStyles('rest')
  expect(page.requested).toEqual([])
  page.linked = { sheet: { cssRules: [] } } // what Chromium leaves of a request without an answer
  await loadStyles('rest')
  expect(page.applied).toEqual(['/rest.css'])
})

test('scripts are evaluated without the second sheet, and what shows them waits for it', async () => {
  const { completeStyles, loadRestStyles } = await load()
  await completeStyles() // nothing needs it yet
  expect(page.requested).toEqual([])
  await loadRestStyles()
  await expect(completeStyles()).rejects.toMatchObject({ errorName: 'offline' })
  page.failing = false
  await completeStyles()
  expect(page.applied).toEqual(['/rest.css'])
})

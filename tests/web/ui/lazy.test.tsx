import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang, startI18n } from '#web/lib/i18n.ts'
import { LazyBoundary, LazyFallback, lazyComponent } from '#web/ui/lazy.tsx'
import { toastStore } from '#web/ui/toast.ts'

beforeEach(async () => {
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  await startI18n()
})

afterEach(() => vi.unstubAllGlobals())

const toasts = () => toastStore.read().map(({ text, action }) => [text, action?.label.text])

test('reports a missing part once, with its button in the current language', async () => {
  const part = new LazyBoundary({ children: null })
  part.componentDidCatch(new Error('a fault of its own'))
  expect(toasts()).toEqual([])
  const gone = new TypeError('Failed to fetch dynamically imported module: /a.js')
  part.componentDidCatch(gone)
  part.componentDidCatch(gone)
  expect(toasts()).toEqual([['The app was updated, or the connection was lost. Reload to continue.', 'Reload page']])
  await setLang('zh')
  expect(toasts()).toEqual([['系统已更新，或网络中断。请刷新页面后继续。', '刷新页面']])
})

test('shows the nearest fallback until its code has loaded, and then renders at once', async () => {
  const Hello = lazyComponent(
    async () =>
      ({ name }: { name: string }) =>
        `Hello, ${name}`,
    'first',
  )
  const screen = () =>
    renderToStaticMarkup(
      <LazyFallback fallback="Outer">
        <LazyBoundary fallback="Nearest">
          <Hello name="Ada" />
        </LazyBoundary>
      </LazyFallback>,
    )
  expect(screen()).toBe('Nearest')
  await Hello.load()
  expect(screen()).toBe('Hello, Ada')
})

test('keeps one component, also when its code is loaded twice: another one would lose what is typed in it', async () => {
  let made = 0
  const Counted = lazyComponent(async () => {
    made += 1
    const mine = made
    return () => `made ${mine}`
  }, 'first')
  await Promise.all([Counted.load(), Counted.load()])
  await Counted.load()
  expect(renderToStaticMarkup(<Counted />)).toBe('made 1')
})

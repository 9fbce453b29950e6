import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { setLang, startI18n } from '#web/lib/i18n.ts'
import { completeStyles } from '#web/lib/styles.ts'
import { LazyBoundary, LazyFallback, lazyComponent } from '#web/ui/lazy.tsx'
import { toast, toastStore } from '#web/ui/toast.ts'

vi.mock('#web/lib/styles.ts', () => ({ completeStyles: vi.fn(async () => undefined) }))
vi.mock('#web/lib/i18n.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/i18n.ts')>()),
  loadDeferredMessages: async () => undefined,
}))

beforeEach(async () => {
  toastStore.read().forEach(({ id }) => toast.close(id))
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

test('without its styles a component is not shown: the boundary offers to try again, and any success retries it', async () => {
  const offline = new ApiError({ error_code: -1, error_name: 'offline', error_message: '', request_id: '' })
  const Styled = lazyComponent(async () => () => 'styled')
  const Reading = lazyComponent(async () => () => 'read', 'reading')
  vi.mocked(completeStyles).mockRejectedValueOnce(offline).mockRejectedValueOnce(offline)
  await expect(Styled.load()).rejects.toBe(offline)
  await Reading.load()
  expect(renderToStaticMarkup(<Styled />)).toBe('')
  expect(renderToStaticMarkup(<Reading />)).toBe('read')

  const part = new LazyBoundary({ children: null })
  const retried = vi.spyOn(part, 'setState').mockReturnValue()
  const retries = () => retried.mock.calls.filter(([state]) => state && 'failed' in state && !state.failed).length
  part.componentDidCatch(offline)
  const text = 'Check your connection, then try again. What you typed is saved on this device.'
  expect(toasts()).toEqual([[text, 'Try again']])
  toastStore.read()[0]?.action?.run()
  expect([retries(), toasts()]).toEqual([1, []])
  part.componentDidCatch(offline)
  await expect(Styled.load()).rejects.toBe(offline)
  expect(retries()).toBe(1)
  await Styled.load()
  expect([retries(), toasts(), renderToStaticMarkup(<Styled />)]).toEqual([2, [], 'styled'])
})

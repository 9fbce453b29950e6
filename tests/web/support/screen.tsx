import { readFileSync } from 'node:fs'
import { queryAllByLabelText, queryAllByRole } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Router } from 'wouter'
import type { TestBrowser } from '#tests/web/support/browser.ts'
import { Routes } from '#web/app/routes.tsx'
import { toast } from '#web/ui/toast.ts'

/** What is not there after this time does not come; far more than anything needs, because a busy machine may stall. In ms. */
const patienceMs = 20_000
/** characters of the text of a screen in the message of a failed test */
const saidLength = 1500

type Text = string | RegExp

/** What must hold for an element with a role. */
interface RoleOptions {
  name?: Text
  /** Whether the whole name must be equal, including upper and lower case. */
  exact?: boolean
  checked?: boolean
  pressed?: boolean
  selected?: boolean
  expanded?: boolean
  level?: number
}

const normalize = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

function matches(text: string | null | undefined, wanted: Text, exact = false): boolean {
  const found = normalize(text)
  if (wanted instanceof RegExp) return wanted.test(found)
  return exact ? found === normalize(wanted) : found.toLowerCase().includes(normalize(wanted).toLowerCase())
}

const concealed = '[hidden], [style*="display: none"], dialog:not([open]), [popover]:not([data-popover-open])'

const isVisible = (element: Element) =>
  element.isConnected && !element.closest(concealed) && !element.closest('details:not([open]) > :not(summary)')

/** Elements under a modal dialog are visible, but only the dialog has roles. */
const hasRole = (element: Element) => isVisible(element) && !element.closest('[aria-hidden=true], [inert]')

/** The text of an element, with a space between those of different elements. */
function separatedText(element: Element): string {
  const parts: string[] = []
  const walker = document.createTreeWalker(element, 4)
  for (let last: Node | null = null; walker.nextNode(); last = walker.currentNode) {
    const { currentNode } = walker
    if (last?.parentNode === currentNode.parentNode) parts.push(`${parts.pop()}${currentNode.textContent}`)
    else parts.push(currentNode.textContent ?? '')
  }
  return normalize(parts.join(' '))
}

const textless = 'script, style, noscript'

/** The innermost elements with this text: `within` or in it. */
function withText(within: Element, wanted: Text, exact = false): Element[] {
  const all = [within, ...within.querySelectorAll('*')].filter(
    (one) => !one.matches(textless) && matches(one.textContent, wanted, exact),
  )
  return all.filter((one) => !all.some((other) => other !== one && one.contains(other)))
}

const labelled = (within: Element, label: Text, exact = false) =>
  queryAllByLabelText(within as HTMLElement, (found) => matches(found, label, exact))

/** A key combination as `Control+Enter`, in the notation of user-event. */
function toKeys(combination: string): string {
  const keys = combination.split(/\+(?=.)/)
  const last = keys.pop() ?? ''
  const key = last === 'Space' ? '[Space]' : last.length === 1 ? last.replace(/[[{]/g, '$&$&') : `{${last}}`
  return [...keys.map((one) => `{${one}>}`), key, ...keys.map((one) => `{/${one}}`)].join('')
}

let rejections: readonly string[] = []

const described = () => {
  const { pathname, search } = window.location
  const rejected = rejections.length > 0 ? ` [rejected: ${rejections.slice(-5).join(', ')}]` : ''
  return `${pathname}${search}: ${normalize(document.body.textContent).slice(0, saidLength)}${rejected}`
}

const user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 })

type Search = (within: Element) => Element[]

/**
 * Elements of the screen, found at each use, as in Playwright: an action waits until there is one of them, and it is
 * visible and enabled.
 */
export class Locator {
  readonly #what: string
  readonly #search: () => Element[]

  constructor(what: string, search: () => Element[]) {
    this.#what = what
    this.#search = search
  }

  #within(what: string, search: Search): Locator {
    return new Locator(`${this.#what} ${what}`.trim(), () => [
      ...new Set(this.#search().flatMap((element) => search(element))),
    ])
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    const { name, exact, ...rest } = options
    const accepts = name === undefined ? {} : { name: (found: string) => matches(found, name, exact) }
    return this.#within(`${role} ${String(name ?? '')}`, (within) => {
      const found = queryAllByRole(within as HTMLElement, role, { hidden: true, ...accepts, ...rest })
      // a password has no role of its own
      if (role === 'textbox')
        found.push(...labelled(within, name ?? /(?:)/, exact).filter((one) => one.matches('[type=password]')))
      return found.filter(hasRole)
    })
  }

  getByText(text: Text, { exact = false } = {}): Locator {
    return this.#within(`text ${String(text)}`, (within) => withText(within, text, exact))
  }

  getByLabel(label: Text, { exact = false } = {}): Locator {
    return this.#within(`label ${String(label)}`, (within) => labelled(within, label, exact))
  }

  locator(css: string): Locator {
    return this.#within(css, (within) => [...within.querySelectorAll(css)])
  }

  filter({ hasText, has }: { hasText?: Text; has?: Locator }): Locator {
    return new Locator(`${this.#what} with ${String(hasText ?? (has ? has.#what : ''))}`, () =>
      this.#search().filter(
        (element) =>
          (hasText === undefined || matches(element.textContent, hasText)) &&
          (has === undefined || has.#search().some((one) => element.contains(one))),
      ),
    )
  }

  and(other: Locator): Locator {
    return new Locator(`${this.#what} and ${other.#what}`, () => {
      const others = new Set(other.#search())
      return this.#search().filter((element) => others.has(element))
    })
  }

  nth(index: number): Locator {
    return new Locator(`${this.#what} ${index}`, () => this.#search().slice(index).slice(0, 1))
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.nth(-1)
  }

  /** The elements that are there now. */
  elements(): Element[] {
    return this.#search()
  }

  async count(): Promise<number> {
    return this.#search().length
  }

  async allTextContents(): Promise<string[]> {
    return this.#search().map((element) => element.textContent ?? '')
  }

  /** The texts as they are read: with a space between those of different elements. */
  async allInnerTexts(): Promise<string[]> {
    return this.#search().map(separatedText)
  }

  /** Waits for the one element of this kind. */
  async element(isReady: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    return until(
      () => `${this.#search().length} elements instead of one that is ready: ${this.#what}`,
      () => {
        const [found, ...others] = this.#search() as HTMLElement[]
        return found && others.length === 0 && isReady(found) ? found : undefined
      },
    )
  }

  async #usable(): Promise<HTMLElement> {
    return this.element((one) => isVisible(one) && !one.matches(':disabled'))
  }

  async waitFor({ state }: { state: 'visible' | 'hidden' }): Promise<void> {
    await until(
      () => `not ${state}: ${this.#what}`,
      () => this.#search().some(isVisible) === (state === 'visible') || undefined,
    )
  }

  async textContent(): Promise<string | null> {
    return (await this.element()).textContent
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name)
  }

  async inputValue(): Promise<string> {
    return ((await this.element()) as HTMLInputElement).value
  }

  async isChecked(): Promise<boolean> {
    return (await this.element()).matches(':checked, [aria-checked=true]')
  }

  async isDisabled(): Promise<boolean> {
    return (await this.element()).matches(':disabled, [aria-disabled=true], fieldset[disabled] *')
  }

  /** Whether the element has the focus, or with `inside` an element in it. */
  hasFocus({ inside = false } = {}): boolean {
    const { activeElement } = document
    return this.#search().some((one) => one === activeElement || (inside && one.contains(activeElement)))
  }

  async focus(): Promise<void> {
    ;(await this.#usable()).focus()
  }

  async click({ button = 'left' }: { button?: 'left' | 'right' } = {}): Promise<void> {
    // a busy button ignores clicks
    const target = await this.element((one) => isVisible(one) && !one.matches(':disabled, [aria-busy=true]'))
    await user.pointer({ keys: button === 'left' ? '[MouseLeft]' : '[MouseRight]', target })
  }

  async dblclick(): Promise<void> {
    await user.dblClick(await this.#usable())
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click()
  }

  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click()
  }

  /** Replaces what is in a field. */
  async fill(text: string): Promise<void> {
    const field = (await this.#usable()) as HTMLInputElement | HTMLTextAreaElement
    field.focus()
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    // past React's own setter, which would take the change for one of its own
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    if (field.matches('textarea, [type=text], [type=search], [type=password], :not([type])'))
      field.setSelectionRange(text.length, text.length)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  }

  /** Pastes text, as Ctrl+V does. */
  async paste(text: string): Promise<void> {
    ;(await this.#usable()).focus()
    await user.paste(text)
  }

  async press(combination: string): Promise<void> {
    ;(await this.#usable()).focus()
    await user.keyboard(toKeys(combination))
  }

  async type(text: string): Promise<void> {
    await user.type(await this.#usable(), text.replace(/[[{]/g, '$&$&'))
  }

  async selectOption(chosen: string | { label: string }): Promise<void> {
    const select = (await this.#usable()) as HTMLSelectElement
    const option = await until(
      () => `no option ${JSON.stringify(chosen)}: ${this.#what}`,
      () =>
        [...select.options].find((one) =>
          typeof chosen === 'string'
            ? one.value === chosen || normalize(one.textContent) === chosen
            : normalize(one.textContent) === chosen.label,
        ),
    )
    await user.selectOptions(select, option as HTMLElement)
  }

  /** Chooses files, as the dialog of the system does. */
  async setFiles(...files: File[]): Promise<void> {
    const input = (await this.element()) as HTMLInputElement
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** What the page runs before the application. */
const firstPaint = new Function(readFileSync('web/first-paint.js', 'utf8')) as () => void

let changes = 0
new MutationObserver(() => {
  changes += 1
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

/** Waits until `read` returns a value: it is called again after each change of the document. */
async function until<T>(problem: () => string, read: () => T | undefined): Promise<T> {
  const endsMs = performance.now() + patienceMs
  for (;;) {
    const before = changes
    const found = read()
    if (found !== undefined) return found
    if (performance.now() > endsMs) throw new Error(`${problem()}\n${described()}`)
    // what is not in the document changes too: the focus, the value of a field
    const nextMs = performance.now() + 50
    do await new Promise((done) => setTimeout(done, 2))
    while (changes === before && performance.now() < nextMs)
  }
}

/** Waits until `read` returns `value` or something that matches it. */
export const eventually = async (read: () => unknown, value: unknown): Promise<void> => {
  const poll = expect.poll(read, { timeout: patienceMs, interval: 10 })
  await (value instanceof RegExp ? poll.toMatch(value) : poll.toEqual(value))
}

/** Waits until the element is visible. */
export const expectVisible = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' })

/** Waits until the element is hidden. */
export const expectHidden = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' })

/** The whole application in a window that draws nothing. */
export class Screen extends Locator {
  readonly keyboard = {
    press: (combination: string): Promise<void> => user.keyboard(toKeys(combination)),
    type: (text: string): Promise<void> => user.keyboard(text.replace(/[[{]/g, '$&$&')),
  }

  readonly #browser: TestBrowser

  constructor(browser: TestBrowser) {
    super('', () => [document.body])
    this.#browser = browser
    const note = (event: Event) => {
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[download], a[target=_blank]')
      if (link) this.opened.push(link.download || link.href)
      if (link) event.preventDefault()
    }
    window.addEventListener('click', note)
    const { opened } = this
    // a link that saves a file is not in the document
    HTMLAnchorElement.prototype.click = function () {
      opened.push(this.download)
    }
    window.open = (address) => {
      this.opened.push(String(address))
      return null
    }
    onClose.push(() => window.removeEventListener('click', note))
  }

  /** What was opened in a new window or saved, in order: addresses, and names of files. */
  readonly opened: string[] = []

  /** The address that is shown, without its origin. */
  get path(): string {
    const { pathname, search, hash } = window.location
    return `${pathname}${search}${hash}`
  }

  /** Waits until every request has its response and what follows from it is shown, without another request. */
  async idle(): Promise<void> {
    let quiet = 0
    await until(
      () => 'requests without an end',
      () => {
        quiet = this.#browser.pending > 0 ? 0 : quiet + 1
        return quiet > 3 || undefined
      },
    )
  }

  /** Loads the application at another address. */
  async goto(path: string): Promise<void> {
    load(this.#browser, path)
  }

  /** Loads the application anew. */
  async reload(): Promise<void> {
    load(this.#browser, this.path)
  }

  /** The user comes back to this tab after so many ms elsewhere: what is asked for now and then is asked for at once. */
  returnAfter(ms: number): void {
    const now = Date.now
    Date.now = () => now() + ms
    try {
      document.dispatchEvent(new Event('visibilitychange'))
    } finally {
      Date.now = now
    }
  }

  /** The text of the element with the focus, or its label. */
  focused(): string | undefined {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? undefined
  }
}

let shown: Root | undefined
const onClose: (() => void)[] = []
/** Errors that a component has thrown, and what React complained about. A test that provokes them empties the list. */
export const problems: string[] = []
const note = (...parts: unknown[]) =>
  void problems.push(
    parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
  )

function close(): void {
  shown?.unmount()
  shown = undefined
  for (const run of onClose.splice(0)) run()
  toast.clear()
  document.body.replaceChildren()
}

/** Closes the screen after each test, which fails when a component has complained. Each test file calls it once. */
export function closeScreens(): void {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(note))
  afterEach(() => {
    close()
    vi.restoreAllMocks()
    expect(problems.splice(0), 'what the components complained about').toEqual([])
  })
}

function load(browser: TestBrowser, path: string): void {
  shown?.unmount()
  browser.leave()
  toast.clear()
  document.body.replaceChildren()
  window.history.replaceState(null, '', path)
  const root = document.createElement('div')
  root.id = 'root'
  const written = document.createElement('script')
  written.id = 'boot'
  written.type = 'application/json'
  written.textContent = JSON.stringify({ base: '' })
  document.body.append(written, root)
  firstPaint()
  shown = createRoot(root, { onCaughtError: (error) => note(error), onUncaughtError: (error) => note(error) })
  shown.render(
    <Provider store={createStore()}>
      <Router>
        <Routes />
      </Router>
    </Provider>,
  )
}

/**
 * Opens the application at a path as a user, who has no other session, or as a visitor: as a browser that loads the page,
 * nothing is known and nothing is on screen.
 */
export function openAs(browser: TestBrowser, username: string | undefined, path: string): Screen {
  close() // what it still sends belongs to its own session
  browser.signOut()
  if (username !== undefined) browser.signIn(username)
  rejections = browser.rejections
  load(browser, path)
  return new Screen(browser)
}

import { EditorView } from '@codemirror/view'
import type { Locator, Screen } from '#tests/web/support/screen.tsx'

/** The text of a page in the source editor. */
export const sourceText = (page: Screen): Locator =>
  page.getByRole('textbox', { name: /^(Text of the page, Markdown|页面内容.*)$/ })

async function viewOf(page: Screen): Promise<EditorView> {
  const view = EditorView.findFromDOM(await sourceText(page).element())
  if (!view) throw new Error('The text has no editor.')
  return view
}

/** Types in an editor of code, such as one of the API form: at the end, or in the place of all of it. */
export async function typeInto(field: Locator, text: string, { instead = false } = {}): Promise<void> {
  const view = EditorView.findFromDOM(await field.element())
  if (!view) throw new Error('The field has no editor.')
  view.focus()
  const to = view.state.doc.length
  const from = instead ? 0 : to
  view.dispatch({ selection: { anchor: from, head: to } })
  view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type' })
}

/** Types in the source editor of a page: at the end, or in the place of all of it. */
export const typeText = (page: Screen, text: string, how: { instead?: boolean } = {}): Promise<void> =>
  typeInto(sourceText(page), text, how)

/** What is written in the source editor. */
export const readText = async (page: Screen): Promise<string> => (await viewOf(page)).state.doc.toString()

/** Selects all of the text in the source editor, or a part; with one position, puts the cursor there. */
export async function selectText(page: Screen, from = 0, to?: number): Promise<void> {
  const view = await viewOf(page)
  view.focus()
  view.dispatch({ selection: { anchor: from, head: to ?? (from === 0 ? view.state.doc.length : from) } })
}

/** Pastes this clipboard content into the source editor: texts by their types. */
export async function pasteInto(page: Screen, clipboard: Record<string, string>): Promise<void> {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(clipboard)) clipboardData.setData(type, text)
  const { contentDOM } = await viewOf(page)
  contentDOM.focus()
  contentDOM.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** What a browser does with a typed character that nothing else handles. */
function insert(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main
  const change = () =>
    view.state.update({
      changes: { from, to, insert: text },
      selection: { anchor: from + text.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
  const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, change))
  if (!isHandled) view.dispatch(change())
}

/** Types in the source editor as a person does: texts character by character, the keys in lists one after the other. */
export async function write(page: Screen, ...done: (string | readonly string[])[]): Promise<void> {
  const view = await viewOf(page)
  view.focus()
  for (const one of done) {
    if (typeof one === 'string') for (const character of one) insert(view, character)
    else for (const key of one) await page.keyboard.press(key)
  }
}

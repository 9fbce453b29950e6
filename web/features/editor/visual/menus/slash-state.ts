import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'
import { findCommands, type SlashCommand } from './slash-commands.ts'

/** An open `/` menu. */
interface SlashMenu {
  /** The position of the `/`. */
  from: number
  query: string
  found: readonly SlashCommand[]
  /** The index of the command that Enter runs. */
  at: number
}

const key = new PluginKey<SlashMenu | undefined>('docstead-slash')
const longest = 24

/** The id of the list. */
export const slashListId = 'visual-slash'
/** Returns the id of an entry of the list. */
export const lineId = (id: string) => `${slashListId}-${id}`

/** Returns the open `/` menu; undefined while there is none. */
export const slashMenu = (state: EditorState): SlashMenu | undefined => key.getState(state)

/** Returns the attributes that describe the open menu to screen readers, because the focus stays in the text. */
export function slashAttributes(state: EditorState): Record<string, string> {
  const menu = slashMenu(state)
  const current = menu?.found[menu.at]
  return current ? { 'aria-controls': slashListId, 'aria-activedescendant': lineId(current.id) } : {}
}

/** Returns the filter text of the menu, when the cursor is still after the `/` at `from`. */
function queryAt(state: EditorState, from: number): string | undefined {
  const { selection, doc } = state
  if (!(selection instanceof TextSelection) || !selection.empty || selection.from <= from) return undefined
  const $from = doc.resolve(from)
  if (!$from.sameParent(selection.$from) || selection.from - from > longest) return undefined
  const text = doc.textBetween(from, selection.from, '\n', '\n')
  return /^[/、]\S*$/.test(text) ? text.slice(1) : undefined
}

function menuFor(
  state: EditorState,
  from: number,
  { former, more }: { former?: SlashMenu; more: readonly InsertEntry[] },
): SlashMenu | undefined {
  const query = queryAt(state, from)
  if (query === undefined) return undefined
  if (former?.from === from && former.query === query) return former
  const found = findCommands(query, state, more)
  return found.length === 0 && query.length > 8 ? undefined : { from, query, found, at: 0 }
}

type Change = { open: number } | { at: number } | 'close'

const dispatchState = (tr: Transaction, change: Change) => tr.setMeta(key, change)

/** Closes the menu, and keeps the typed text. */
const closeSlash = (view: EditorView): void => {
  if (slashMenu(view.state)) view.dispatch(dispatchState(view.state.tr, 'close'))
}

/** Opens the menu with a `/` at the cursor, as the button next to a block does. */
export function openSlash(view: EditorView): void {
  const { state } = view
  const from = state.selection.from
  view.dispatch(dispatchState(state.tr.insertText('/'), { open: from }).scrollIntoView())
  view.focus()
}

/** Runs a command of the menu, replacing the `/` and the text typed after it. */
export function runSlash(view: EditorView, command: SlashCommand): void {
  const menu = slashMenu(view.state)
  if (!menu) return
  view.dispatch(dispatchState(view.state.tr.delete(menu.from, view.state.selection.from), 'close'))
  view.focus()
  command.run(view)
}

/** Returns whether a `/` typed here opens the menu: at the start of a line or after a space, outside code. */
function opensHere(state: EditorState, at: number, sign: string): boolean {
  const $at = state.doc.resolve(at)
  const isCode = (state.storedMarks ?? $at.marks()).some(({ type }) => type.spec.code)
  if (!$at.parent.isTextblock || $at.parent.type.spec.code || isCode) return false
  const before = $at.parent.textBetween(0, $at.parentOffset, '\n', '\ufffc')
  return before === '' || (sign === '/' && /\s$/.test(before))
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const menu = slashMenu(view.state)
  if (!menu || event.isComposing || view.composing) return false
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const count = menu.found.length
  if (step && count > 0) {
    view.dispatch(dispatchState(view.state.tr, { at: (menu.at + step + count) % count }))
    return true
  }
  if (event.key === 'Escape') {
    closeSlash(view)
    return true
  }
  const current = menu.found[menu.at]
  if ((event.key !== 'Enter' && event.key !== 'Tab') || !current) return false
  runSlash(view, current)
  return true
}

/**
 * The `/` menu: which commands and which of `more` match the typed text, and which one is selected. It is inactive
 * during input method composition.
 */
export const slashPlugin = (more: () => readonly InsertEntry[]): Plugin =>
  new Plugin<SlashMenu | undefined>({
    key,
    state: {
      init: () => undefined,
      apply(tr, menu, _former, state) {
        const change: Change | undefined = tr.getMeta(key)
        if (change === 'close') return undefined
        if (change && 'open' in change) return menuFor(state, change.open, { more: more() })
        if (change && menu) return { ...menu, at: change.at }
        if (!menu || (!tr.docChanged && !tr.selectionSet)) return menu
        return menuFor(state, tr.mapping.map(menu.from, -1), { former: menu, more: more() })
      },
    },
    props: {
      handleTextInput(view, from, to, text) {
        if ((text !== '/' && text !== '、') || from !== to || view.composing) return false
        if (!opensHere(view.state, from, text)) return false
        view.dispatch(dispatchState(view.state.tr.insertText(text, from, to), { open: from }).scrollIntoView())
        return true
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur: (view) => {
          closeSlash(view)
          return false
        },
      },
    },
  })

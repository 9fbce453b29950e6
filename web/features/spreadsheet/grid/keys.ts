import {
  type Context,
  cellFocus,
  createFormulaRangeSelect,
  functionCopy,
  functionHTMLGenerate,
  getFailureText,
  israngeseleciton,
  normalizeSelection,
  rangeSetValue,
  type Selection,
  updateCell,
  validateCellData,
} from '@fortune-sheet/core'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Area } from '#shared/spreadsheet/form.ts'
import {
  type CellPosition,
  cellAt,
  type Direction,
  type Layout,
  nextInRange,
  type SelectedCell,
  scrollTo,
  stepFrom,
} from './moves.ts'
import { writeSheetHtml } from './write-html.ts'

/** The grid's state and its input elements, exposed by a patch; see patches/README.md. */
export interface GridInside {
  context: Context
  change: (recipe: (draft: Context) => void) => void
  cellInput: RefObject<HTMLDivElement | null>
  fxInput: RefObject<HTMLDivElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
}

/** Where the last key moved to: the next one continues along its row and column. */
interface Trail {
  sheet: string
  at: CellPosition
  lane: CellPosition
  /** The column where a sequence of Tabs began. */
  start?: number | undefined
}

const arrows: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The keys that belong to an input method during composition. */
const composed = new Set(['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'F2', ...Object.keys(arrows)])

/** Elements over the cells that handle clicks themselves. */
const ownFocus = 'input, textarea, select, button, a, [contenteditable], [role=button]'

const layoutOf = ({ luckysheetfile, currentSheetId, config }: Context): Layout => {
  const { data = [] } = luckysheetfile.find(({ id }) => id === currentSheetId) ?? {}
  const { rowhidden = {}, colhidden = {}, merge = {} } = config
  return {
    rows: data.length,
    columns: data[0]?.length ?? 0,
    isHiddenRow: (row) => row in rowhidden,
    isHiddenColumn: (column) => column in colhidden,
    mergedAt: ({ row, column }) => {
      const part = data[row]?.[column]?.mc
      const whole = part && merge[`${part.r}_${part.c}`]
      if (!whole) return undefined
      const { r, c, rs, cs } = whole
      return { row: [r, r + rs - 1], column: [c, c + cs - 1] }
    },
  }
}

const areaOf = ({ row, column }: Selection): Area => ({
  row: [row[0] ?? 0, row[1] ?? row[0] ?? 0],
  column: [column[0] ?? 0, column[1] ?? column[0] ?? 0],
})

const firstOf = ({ row, column }: Area): CellPosition => ({ row: row[0], column: column[0] })
const isSamePlace = (a: CellPosition, b: CellPosition) => a.row === b.row && a.column === b.column
const isSameArea = (a: Area, b: Area) =>
  isSamePlace(firstOf(a), firstOf(b)) && a.row[1] === b.row[1] && a.column[1] === b.column[1]

/** Returns the cell that keys start from, and its range when more than the cell is selected. */
function chosenIn(context: Context, layout: Layout): { place: CellPosition; range: Area | undefined } | undefined {
  const last = context.luckysheet_select_save?.at(-1)
  if (!last) return undefined
  const area = areaOf(last)
  const place = { row: last.row_focus ?? area.row[0], column: last.column_focus ?? area.column[0] }
  return { place, range: isSameArea(area, cellAt(layout, place).area) ? undefined : area }
}

/** Returns the last frozen row and column; -1 for none. */
function frozenIn({ luckysheetfile, currentSheetId }: Context): CellPosition {
  const { frozen } = luckysheetfile.find(({ id }) => id === currentSheetId) ?? {}
  if (!frozen) return { row: -1, column: -1 }
  const { type, range } = frozen
  return {
    row: type === 'column' || type === 'rangeColumn' ? -1 : (range?.row_focus ?? 0),
    column: type === 'row' || type === 'rangeRow' ? -1 : (range?.column_focus ?? 0),
  }
}

/** Scrolls until a cell is visible. */
function reveal(draft: Context, { row, column }: Area): void {
  const frozen = frozenIn(draft)
  const { visibledatarow, visibledatacolumn, scrollTop, scrollLeft, cellmainHeight, cellmainWidth } = draft
  draft.scrollTop = scrollTo({ ends: visibledatarow, at: scrollTop, size: cellmainHeight, frozen: frozen.row }, row)
  draft.scrollLeft = scrollTo(
    { ends: visibledatacolumn, at: scrollLeft, size: cellmainWidth, frozen: frozen.column },
    column,
  )
}

/**
 * Returns the typed text in the form the grid accepts: what it reads of its input element. Read immediately: the grid may
 * commit it later, when its fields are empty again. A formula is reduced to one line.
 */
function typedIn(field: HTMLElement): HTMLDivElement {
  const lines = field.innerText.replace(/\n$/, '') // the last line break only holds the caret
  const innerText = lines.startsWith('=') ? lines.replace(/\s*\n\s*/g, ' ') : lines
  const spans = [...field.querySelectorAll('span')].map(({ innerText: text, style }) => ({
    innerText: text,
    style: { cssText: style.cssText },
  }))
  return { innerText, innerHTML: field.innerHTML, querySelectorAll: () => spans } as unknown as HTMLDivElement
}

/** Returns the word that the function suggestions are about, and the highlighted function. */
function suggestionAt(): { word: string; name: string } | undefined {
  const name = document.querySelector('.luckysheet-formula-search-item-active .luckysheet-formula-search-func')
  const { anchorNode, anchorOffset = 0 } = window.getSelection() ?? {}
  const [word] = /[A-Za-z][\w.]*$/.exec(anchorNode?.textContent?.slice(0, anchorOffset) ?? '') ?? []
  return name?.textContent && word ? { word, name: name.textContent } : undefined
}

/** Returns the number of characters before the caret in a field. */
function caretIn(field: HTMLElement): number {
  const { anchorNode, anchorOffset = 0 } = window.getSelection() ?? {}
  const before = document.createRange()
  before.selectNodeContents(field)
  if (anchorNode && field.contains(anchorNode)) before.setEnd(anchorNode, anchorOffset)
  return before.toString().length
}

/** Puts the caret after `letters` characters of a field. */
function setCaret(field: HTMLElement, characters: number): void {
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT)
  let left = characters
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) return window.getSelection()?.collapse(node, left)
    left -= length
  }
}

/** Returns whether Enter means the highlighted function, and not a complete word: a cell or the name itself. */
const isBegun = ({ word, name }: { word: string; name: string }) =>
  word.toUpperCase() !== name && !/^[A-Z]{1,3}\d+$/i.test(word)

/**
 * Returns the handlers of the keys that commit the typed text and move, as in Excel. They run before the grid sees the
 * keys; all other keys are left to it.
 *
 * @param onRejected called with the reason when a cell rejects the typed text; the cell stays in editing
 */
export function sheetKeys(onRejected: (reason: string) => void) {
  let trail: Trail | undefined
  /**
   * Whether editing began by typing, so that arrow keys leave the cell; after F2 or a click they move within its text.
   */
  let isTyped = false

  /**
   * Validates the typed text for the edited cell.
   *
   * @returns whether the cell accepts it
   */
  const takes = (context: Context, typed: HTMLDivElement): boolean => {
    const [row, column] = context.luckysheetCellUpdate
    const sheet = context.luckysheetfile.find(({ id }) => id === context.currentSheetId)
    const rule = sheet?.dataVerification?.[`${row}_${column}`]
    if (!rule?.prohibitInput || validateCellData(context, rule, typed.innerText)) return true
    onRejected(getFailureText(context, rule))
    return false
  }

  const commit = ({ canvas }: GridInside, draft: Context, typed: HTMLDivElement) => {
    const [row, column] = draft.luckysheetCellUpdate
    if (row === undefined || column === undefined) return
    updateCell(draft, row, column, typed, undefined, canvas.current?.getContext('2d') ?? undefined)
  }

  /** Selects a cell, alone or within the selected range. */
  const choose = (draft: Context, { area }: SelectedCell, range?: Area) => {
    const [row_focus, column_focus] = [area.row[0], area.column[0]]
    const { row, column } = range ?? area
    const others = range ? (draft.luckysheet_select_save ?? []).slice(0, -1) : []
    const chosen: Selection = { row: [...row], column: [...column], row_focus, column_focus }
    draft.luckysheet_select_status = false
    draft.luckysheet_select_save = normalizeSelection(draft, [...others, chosen])
    reveal(draft, area)
    cellFocus(draft, row_focus, column_focus, false)
  }

  /** Returns where a key leads from the selected cell. */
  const leadsTo = (
    context: Context,
    direction: Direction,
    key: string,
  ): { spot: SelectedCell; range?: Area } | undefined => {
    const layout = layoutOf(context)
    const chosen = chosenIn(context, layout)
    if (!chosen) return undefined
    const { place, range } = chosen
    const isArrow = key in arrows
    if (range && !isArrow) {
      const isBack = direction === 'left' || direction === 'up'
      return { spot: nextInRange(layout, range, place, key === 'Enter', isBack), range }
    }
    const sheet = context.currentSheetId
    const known = trail?.sheet === sheet && isSamePlace(trail.at, place) ? trail : undefined
    const from = cellAt(layout, known?.lane ?? place)
    const start = known?.start ?? from.lane.column
    const isReturn = direction === 'down' && key === 'Enter' && known?.start !== undefined
    const base = isReturn ? cellAt(layout, { row: from.lane.row, column: start }) : from
    const next = stepFrom(layout, base, direction)
    const dropTarget = next === base ? from : next
    trail = { sheet, at: firstOf(dropTarget.area), lane: dropTarget.lane, ...(key === 'Tab' && { start }) }
    return { spot: dropTarget }
  }

  /** Commits the typed text, if any, and moves. */
  const move = (now: GridInside, field: HTMLElement, direction: Direction, key: string) => {
    const { context, change, cellInput } = now
    const typed = context.luckysheetCellUpdate.length > 0 ? typedIn(field) : undefined
    if (typed && !takes(context, typed)) return
    const leads = leadsTo(context, direction, key)
    flushSync(() =>
      change((draft) => {
        if (typed) commit(now, draft, typed)
        if (leads) choose(draft, leads.spot, leads.range)
      }),
    )
    cellInput.current?.focus({ preventScroll: true })
  }

  /** Commits the typed text without moving. */
  const take = (now: GridInside, field: HTMLElement): boolean => {
    const typed = typedIn(field)
    if (!takes(now.context, typed)) return false
    flushSync(() => now.change((draft) => commit(now, draft, typed)))
    return true
  }

  /** Writes the typed text into every visible cell of the selected range. */
  const fill = (now: GridInside, field: HTMLElement, range: Area) => {
    const typed = typedIn(field)
    const { context, change, canvas } = now
    if (!takes(context, typed)) return
    const layout = layoutOf(context)
    const [first = 0, left = 0] = context.luckysheetCellUpdate
    const formulaFor = ({ row, column }: CellPosition) => {
      const down = row === first ? typed.innerText : `=${functionCopy(context, typed.innerText, 'down', row - first)}`
      return column === left ? down : `=${functionCopy(context, down, 'right', column - left)}`
    }
    flushSync(() =>
      change((draft) => {
        const pen = canvas.current?.getContext('2d') ?? undefined
        for (let row = range.row[0]; row <= range.row[1]; row += 1) {
          if (layout.isHiddenRow(row)) continue
          for (let column = range.column[0]; column <= range.column[1]; column += 1) {
            const place = { row, column }
            const isPart = !isSamePlace(firstOf(cellAt(layout, place).area), place)
            if (isPart || layout.isHiddenColumn(column)) continue
            const formula = typed.innerText.startsWith('=') ? formulaFor(place) : undefined
            updateCell(draft, row, column, formula === undefined ? typed : null, formula, pen)
          }
        }
      }),
    )
  }

  /** Points at the next cell for the formula being typed. */
  const point = (now: GridInside, direction: Direction, isLonger: boolean) => {
    const { context, change, cellInput, fxInput } = now
    const layout = layoutOf(context)
    const [row = 0, column = 0] = context.luckysheetCellUpdate
    const { formulaCache } = context
    const pointed = formulaCache.rangestart ? formulaCache.func_selectedrange : undefined
    const anchor = { row: pointed?.row_focus ?? row, column: pointed?.column_focus ?? column }
    const from = pointed && isLonger ? areaOf(pointed) : cellAt(layout, anchor).area
    const far = {
      row: from.row[from.row[0] < anchor.row ? 0 : 1],
      column: from.column[from.column[0] < anchor.column ? 0 : 1],
    }
    const next = stepFrom(layout, cellAt(layout, isLonger ? far : anchor), direction)
    const { lane, area } = next
    const chosen: Selection = isLonger
      ? {
          row: [Math.min(anchor.row, lane.row), Math.max(anchor.row, lane.row)],
          column: [Math.min(anchor.column, lane.column), Math.max(anchor.column, lane.column)],
          row_focus: anchor.row,
          column_focus: anchor.column,
        }
      : { row: [...area.row], column: [...area.column], row_focus: area.row[0], column_focus: area.column[0] }
    flushSync(() =>
      change((draft) => {
        const [range = chosen] = normalizeSelection(draft, [chosen]) ?? []
        draft.formulaCache.func_selectedrange = range
        if (cellInput.current)
          rangeSetValue(draft, cellInput.current, { row: range.row, column: range.column }, fxInput.current)
        draft.formulaCache.rangestart = true
        draft.formulaCache.rangedrag_column_start = false
        draft.formulaCache.rangedrag_row_start = false
        draft.formulaCache.selectingRangeIndex = draft.formulaCache.rangechangeindex ?? -1
        const { left_move = 0, top_move = 0, width_move = 0, height_move = 0 } = range
        createFormulaRangeSelect(draft, {
          rangeIndex: draft.formulaCache.rangechangeindex ?? 0,
          left: left_move,
          top: top_move,
          width: width_move,
          height: height_move,
        })
        reveal(draft, area)
      }),
    )
  }

  /** Writes a suggested function in place of the typed word. */
  const takeSuggestion = (
    { change, cellInput, fxInput }: GridInside,
    field: HTMLElement,
    { word, name }: { word: string; name: string },
  ) => {
    const caret = caretIn(field)
    const text = field.textContent
    const begun = `${text.slice(0, caret - word.length)}${name}(`
    const html = functionHTMLGenerate(begun + text.slice(caret))
    for (const each of [cellInput.current, fxInput.current]) if (each) writeSheetHtml(each, html)
    setCaret(field, begun.length)
    flushSync(() =>
      change((draft) => {
        draft.functionCandidates = []
        draft.functionHint = name
      }),
    )
  }

  /**
   * Handles an arrow key in a cell that is being typed into.
   *
   * @returns whether it does more than move within the text
   */
  const leave = (now: GridInside, field: HTMLElement, event: KeyboardEvent): boolean => {
    const direction = arrows[event.key]
    if (!direction || !isTyped || field !== now.cellInput.current) return false
    const isFormula = field.innerText.startsWith('=')
    if (isFormula && (now.context.formulaCache.rangestart || israngeseleciton(now.context))) {
      point(now, direction, event.shiftKey)
      return true
    }
    const isUpDown = direction === 'up' || direction === 'down'
    if (event.shiftKey || (isUpDown && suggestionAt())) return false
    move(now, field, direction, event.key)
    return true
  }

  /**
   * Handles a key while a cell is edited.
   *
   * @returns whether it is handled
   */
  const handleEdit = (now: GridInside, field: HTMLElement, event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (key === 'F2') isTyped = !isTyped
    else if (isCommand && key.toLowerCase() === 's') return !take(now, field)
    else if (key === 'Enter' && (altKey || isCommand)) {
      const range = isCommand ? chosenIn(now.context, layoutOf(now.context))?.range : undefined
      if (range) fill(now, field, range)
      else document.execCommand('insertLineBreak')
    } else if (altKey || isCommand) return false
    else if (key === 'Tab' || key === 'Enter') {
      const suggestion = shiftKey ? undefined : suggestionAt()
      if (suggestion && (key === 'Tab' || isBegun(suggestion))) takeSuggestion(now, field, suggestion)
      else move(now, field, directionOf(key, shiftKey), key)
    } else return leave(now, field, event)
    return true
  }

  const directionOf = (key: string, isBack: boolean): Direction =>
    key === 'Tab' ? (isBack ? 'left' : 'right') : isBack ? 'up' : 'down'

  /**
   * Handles a key while cells are selected.
   *
   * @returns whether it is handled
   */
  const handleChoice = (now: GridInside, field: HTMLElement, event: KeyboardEvent): boolean => {
    const { key, shiftKey } = event
    isTyped = key !== 'F2'
    if (event.altKey || event.ctrlKey || event.metaKey) return key === 'Enter'
    const direction = key === 'Tab' || key === 'Enter' ? directionOf(key, shiftKey) : shiftKey ? undefined : arrows[key]
    if (!direction) return false
    const { luckysheet_cell_selected_move, luckysheet_cell_selected_extend } = now.context
    if (!luckysheet_cell_selected_move && !luckysheet_cell_selected_extend) move(now, field, direction, key)
    return true
  }

  /** Returns the field that a key is typed into; undefined where the key is not for the cells. */
  const fieldOf = ({ cellInput, fxInput }: GridInside, target: EventTarget): HTMLElement | undefined => {
    if (target === fxInput.current && target instanceof HTMLElement) return target
    const isSheet = target instanceof Element && target.matches('.fortune-sheet-overlay, .fortune-container')
    return (isSheet || target === cellInput.current ? cellInput.current : null) ?? undefined
  }

  const onKeyDown = (event: KeyboardEvent, now: GridInside | undefined): void => {
    const field = now && fieldOf(now, event.target)
    if (!field || !now.context.sheetFocused) return
    const { contextMenu, filterContextMenu, luckysheetCellUpdate } = now.context
    if (filterContextMenu || Object.keys(contextMenu).length > 0) return
    const isEditing = luckysheetCellUpdate.length > 0
    const { isComposing, keyCode } = event.nativeEvent
    if (isComposing || keyCode === 229) {
      if (!isEditing) isTyped = true
      else if (composed.has(event.key)) event.stopPropagation()
      return
    }
    const isDone = isEditing ? handleEdit(now, field, event) : handleChoice(now, field, event)
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }

  /**
   * Handles clicks: one into the text lets arrow keys move within it; one on the tab of another sheet commits the typed
   * text first; one on a cell keeps the focus in the input field, which the grid would only focus a moment later.
   */
  const onMouseDown = (event: MouseEvent, now: GridInside | undefined): void => {
    if (!now || !(event.target instanceof Element)) return
    const { cellInput, fxInput, context } = now
    const isEditing = context.luckysheetCellUpdate.length > 0
    const isText = event.target.closest('.luckysheet-input-box, .fortune-fx-input') !== null
    if (!isEditing || isText) isTyped = false
    const field = document.activeElement === fxInput.current ? fxInput.current : cellInput.current
    if (event.target.closest('.luckysheet-sheets-item')) {
      if (isEditing && field && !take(now, field)) event.stopPropagation()
    } else if (event.target.closest('.fortune-cell-area') && !event.target.closest(ownFocus)) {
      event.preventDefault()
      if (document.activeElement !== field) field?.focus({ preventScroll: true })
    }
  }

  return { onKeyDown, onMouseDown }
}

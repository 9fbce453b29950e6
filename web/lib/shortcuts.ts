import { useLayoutEffect, useRef } from 'react'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** A key press with its modifiers. */
interface KeyCombo {
  /** Ctrl, or ⌘ on a Mac. */
  mod: boolean
  shift: boolean
  alt: boolean
  /** The key in lower case, as in KeyboardEvent.key. */
  key: string
}

/** The fields of a keyboard event used here. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const settingKey = 'docstead.single-keys'
const sequenceMs = 1000

/** Whether this is a Mac, where ⌘ replaces Ctrl. */
const isMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Parses a shortcut into key presses: 'mod+shift+s' is one, 'g h' is two in a row. */
export function parseShortcut(text: string): KeyCombo[] {
  return text.split(' ').map((part) => {
    const names = part.toLowerCase().split('+')
    return {
      mod: names.includes('mod'),
      shift: names.includes('shift'),
      alt: names.includes('alt'),
      key: names.at(-1) || '+',
    }
  })
}

const keyOf = (press: KeyPress) => {
  const key = press.key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]?.toLowerCase()
  // Other alphabets, and Alt on a Mac, put another character on the same key.
  return letter && !/^[a-z]$/.test(key) ? letter : key
}

/** Returns whether a key press matches the shortcut's stroke. */
export function matchesKeyCombo(press: KeyPress, stroke: KeyCombo, mac: boolean = isMac): boolean {
  const mod = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  if (other || mod !== stroke.mod || press.altKey !== stroke.alt) return false
  const isSign = stroke.key.length === 1 && !/[a-z0-9]/.test(stroke.key)
  if (!isSign && press.shiftKey !== stroke.shift) return false // characters such as ? need Shift on some keyboards
  return keyOf(press) === stroke.key
}

const macNames: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' }
const plainNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' }
const keyNames: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  f2: 'F2',
  f10: 'F10',
  backspace: '⌫',
  delete: 'Del',
}

/** Returns the key caps of a shortcut, one list for each stroke: [['Ctrl', 'K']]. */
export function keycapsFor(text: string, mac: boolean = isMac): string[][] {
  const names = mac ? macNames : plainNames
  return parseShortcut(text).map((stroke) => [
    ...(['mod', 'shift', 'alt'] as const).flatMap((name) => (stroke[name] ? (names[name] ?? []) : [])),
    keyNames[stroke.key] ?? (stroke.mod || stroke.alt ? stroke.key.toUpperCase() : stroke.key),
  ])
}

/** Returns the value for aria-keyshortcuts. */
export const ariaShortcut = (text: string): string =>
  text
    .replaceAll('mod', isMac ? 'Meta' : 'Control')
    .replaceAll('shift', 'Shift')
    .replaceAll('alt', 'Alt')

/** Returns whether single letters act as shortcuts. */
export const singleKeysOn = (): boolean => readStored(settingKey, true)

/** Turns single-letter shortcuts on or off. */
export const setSingleKeys = (on: boolean): void => {
  writeStored(settingKey, on)
}

/** Options for a shortcut. */
interface ShortcutOptions {
  /** Also works while typing in a field; meant for shortcuts with mod. */
  inFields?: boolean
  enabled?: boolean
  /** What it does; lists the shortcut in the shortcuts dialog. */
  label?: string
}

interface Shortcut extends ShortcutOptions {
  text: string
  strokes: KeyCombo[]
  run: (event: KeyboardEvent) => void
}

const shortcuts = new Set<Shortcut>()
let lastPress: { press: KeyPress; at: number } | undefined

/** Lists the labelled shortcuts that are active on this screen, each once. */
export function listShortcuts(): { text: string; label: string }[] {
  const listed = new Map<string, string>()
  for (const { text, label } of shortcuts) if (label) listed.set(text, label)
  return [...listed].map(([text, label]) => ({ text, label }))
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea,select,input:not([type=checkbox],[type=radio],[type=button],[type=submit])'))

// A closed dialog in the DOM covers nothing.
const isCovered = () =>
  [...document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu]')].some(
    (window) => window.getClientRects().length > 0,
  )

const applies = (shortcut: Shortcut, event: KeyboardEvent) => {
  const { strokes } = shortcut
  const last = strokes.at(-1)
  if (!last || !matchesKeyCombo(event, last)) return false
  if (isField(event.target) && !shortcut.inFields) return false
  if (!last.mod && !shortcut.inFields && (!singleKeysOn() || isCovered())) return false
  const first = strokes.length > 1 ? strokes[0] : undefined
  if (!first) return true
  return lastPress !== undefined && Date.now() - lastPress.at < sequenceMs && matchesKeyCombo(lastPress.press, first)
}

const onKeyDown = (event: KeyboardEvent) => {
  if (event.isComposing || event.defaultPrevented || event.repeat) return
  const fitting = [...shortcuts].reverse().filter((shortcut) => applies(shortcut, event))
  const found = fitting.find((shortcut) => shortcut.strokes.length > 1) ?? fitting[0]
  lastPress = { press: event, at: Date.now() }
  if (!found) return
  event.preventDefault()
  found.run(event)
}

/**
 * Calls `run` on a shortcut such as 'mod+s', 'e', '?' or 'g h' while the component is mounted. Single keys do nothing
 * inside fields, under dialogs, or when the user has turned them off. The most recently registered shortcut wins.
 */
export function useShortcut(text: string, run: (event: KeyboardEvent) => void, options: ShortcutOptions = {}): void {
  const { inFields = false, enabled = true, label } = options
  const latest = useRef(run)
  // A layout effect, not an effect: users may press the key as soon as they see the page.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const shortcut: Shortcut = {
      text,
      strokes: parseShortcut(text),
      inFields,
      ...(label === undefined ? {} : { label }),
      run: (event) => latest.current(event),
    }
    if (shortcuts.size === 0) window.addEventListener('keydown', onKeyDown)
    shortcuts.add(shortcut)
    return () => {
      shortcuts.delete(shortcut)
      if (shortcuts.size === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [text, inFields, enabled, label])
}

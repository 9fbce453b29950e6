import { expect, test } from 'vitest'
import { type KeyPress, keycapsFor, matchesKeyCombo, parseShortcut } from '#web/lib/shortcuts.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const matches = (text: string, pressed: KeyPress, mac = false) =>
  parseShortcut(text).every((stroke) => matchesKeyCombo(pressed, stroke, mac))

test('mod is Ctrl, and ⌘ on a Mac', () => {
  expect(matches('mod+s', press('s', { ctrlKey: true }))).toBe(true)
  expect(matches('mod+s', press('s', { metaKey: true }))).toBe(false)
  expect(matches('mod+s', press('s', { metaKey: true }), true)).toBe(true)
  expect(matches('mod+s', press('s', { ctrlKey: true }), true)).toBe(false)
})

test('a letter needs exactly the modifiers of the shortcut', () => {
  expect(matches('e', press('e'))).toBe(true)
  expect(matches('e', press('E', { shiftKey: true }))).toBe(false)
  expect(matches('e', press('e', { ctrlKey: true }))).toBe(false)
  expect(matches('mod+shift+l', press('L', { ctrlKey: true, shiftKey: true }))).toBe(true)
})

test('a character matches however the keyboard produces it', () => {
  expect(matches('?', press('?', { shiftKey: true }))).toBe(true)
  expect(matches('/', press('/'))).toBe(true)
  expect(matches('[', press('['))).toBe(true)
})

test('shortcuts work with another alphabet', () => {
  expect(matches('mod+s', { ...press('ы', { ctrlKey: true }), code: 'KeyS' })).toBe(true)
})

test('a sequence has two strokes, and plus can be a key', () => {
  expect(parseShortcut('g h').map(({ key }) => key)).toEqual(['g', 'h'])
  expect(parseShortcut('mod++')).toEqual([{ mod: true, shift: false, alt: false, key: '+' }])
})

test('draws keycaps for each system', () => {
  expect(keycapsFor('mod+shift+s', false)).toEqual([['Ctrl', 'Shift', 'S']])
  expect(keycapsFor('mod+k', true)).toEqual([['⌘', 'K']])
  expect(keycapsFor('g h', false)).toEqual([['g'], ['h']])
})

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const looks = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: 'var(--fs-md)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '24px',
    overflowAnchor: 'none',
  },
  '.cm-content': {
    padding: 'var(--space-4) max(var(--space-6), calc((100% - 860px) / 2)) 30vh',
    caretColor: 'var(--text)',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bg-muted) 55%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)', backgroundColor: 'var(--mark)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-uploading': { color: 'var(--text-3)', backgroundColor: 'var(--bg-muted)', borderRadius: 'var(--r-s)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--bg-side)', fontFamily: 'var(--font-sans)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: 'var(--space-2) 40px var(--space-2) var(--space-3)',
    fontSize: 'var(--fs-sm)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', content: '""', height: '0' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: 'var(--fs-sm)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-textfield': {
    minHeight: 'var(--h-s)',
    padding: '0 var(--space-2)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-m)',
    fontSize: 'var(--fs-sm)',
    color: 'var(--text)',
    backgroundColor: 'var(--bg)',
  },
  '.cm-button': {
    minHeight: 'var(--h-s)',
    padding: '0 var(--space-2)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--r-m)',
    fontSize: 'var(--fs-sm)',
    color: 'var(--text)',
    backgroundColor: 'var(--bg-raised)',
    backgroundImage: 'none',
  },
  '.cm-button:hover': { backgroundColor: 'var(--bg-muted)' },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--bg-muted)' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    fontSize: '18px',
    lineHeight: '1',
    color: 'var(--text-2)',
  },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--bg-raised)', border: '1px solid var(--border)' },
})

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600', color: 'var(--text)' },
  { tag: tags.heading1, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through', color: 'var(--text-2)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--text-3)' },
  { tag: [tags.list, tags.quote], color: 'inherit' },
  { tag: tags.quote, color: 'var(--text-2)' },
  { tag: [tags.link, tags.labelName], color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--info)' },
  { tag: tags.monospace, color: 'var(--method-patch)' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--ok)' },
  { tag: [tags.attributeName, tags.character, tags.escape], color: 'var(--warn)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--ok)' },
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: tags.number, color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-3)' },
])

/** The looks of the source editor, by the colours of the product: light and dark follow by themselves. */
export const sourceTheme: Extension = [looks, syntaxHighlighting(colours)]

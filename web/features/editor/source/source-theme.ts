import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const textStyles = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: 'var(--fs-md)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '24px',
    overflowAnchor: 'none',
  },
  '.cm-content': {
    padding: 'var(--space-4) max(var(--space-4), calc((100% - 876px) / 2)) 30vh',
    caretColor: 'var(--text)',
  },
  '.cm-line': { padding: '0 var(--space-2)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-activeLine': {
    borderRadius: 'var(--r-s)',
    backgroundColor: 'color-mix(in srgb, var(--bg-muted) 55%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)', borderRadius: '2px' },
  '.cm-searchMatch span': { color: 'var(--text)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)', backgroundColor: 'var(--mark)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-uploading': { color: 'var(--text-3)', backgroundColor: 'var(--bg-muted)', borderRadius: 'var(--r-s)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--bg-side)', fontFamily: 'var(--font-sans)' },
  '.cm-panels.cm-panels-top': { border: '0' },
  '.cm-gutters': { border: '0', color: 'var(--text-3)', backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-foldGutter .cm-gutterElement': { width: '20px', textAlign: 'center', cursor: 'pointer' },
  '.cm-foldMark': { display: 'inline-block', opacity: '0', transform: 'rotate(90deg)' },
  '.cm-gutters:hover .cm-foldMark': { opacity: '1' },
  '.cm-foldMark.cm-foldMark-closed': { opacity: '1', transform: 'none' },
  '.cm-foldPlaceholder': {
    margin: '0 4px',
    padding: '0 8px',
    border: '1px solid var(--border)',
    borderRadius: 'var(--r-s)',
    color: 'var(--text-2)',
    backgroundColor: 'var(--bg-muted)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--r-l)',
    color: 'var(--text)',
    backgroundColor: 'var(--bg-raised)',
    boxShadow: 'var(--sh-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '280px',
    maxWidth: 'min(420px, 90vw)',
    // half a line at the edge shows that there is more
    maxHeight: '312px',
    padding: '4px',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--fs-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    padding: '4px 8px',
    borderRadius: 'var(--r-m)',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg-muted)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li > svg': {
    flex: 'none',
    width: '16px',
    height: '16px',
    color: 'var(--text-3)',
  },
  '.cm-completionLabel': { flex: '1', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '.cm-completionDetail': {
    overflow: 'hidden',
    margin: '0',
    maxWidth: '50%',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--fs-xs)',
    fontStyle: 'normal',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'var(--text-3)',
  },
  '@media (pointer: coarse)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '44px' },
  },
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

/** The style of the source editor, in the product's colors: light and dark mode switch automatically. */
export const sourceTheme: Extension = [textStyles, syntaxHighlighting(colours)]

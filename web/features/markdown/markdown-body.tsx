import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarkdownBlock, MarkdownDocument } from '#markdown/blocks.ts'
import type { OutlineEntry } from '#markdown/outline.ts'
import { resolveAddress } from './addresses.ts'
import { followAnchors, register, scrollToAnchor } from './anchors.ts'
import { Body } from './body.ts'
import { markdownTexts } from './texts.ts'
import './highlight.css'
import './markdown-body.css'

/** What a rendered document takes. */
export interface MarkdownBodyProps {
  text?: string
  /** What was read of the text, where its headings are wanted before it is shown. */
  document?: MarkdownDocument
  /** In place of the text: its pieces, read elsewhere. */
  blocks?: readonly MarkdownBlock[]
  /** How many characters these pieces were read from. */
  length?: number
  /** Told the headings each time the text was read. */
  onOutline?: (entries: OutlineEntry[]) => void
  /** Where an address in the text leads. Keep it the same function between renders. */
  resolveUrl?: (url: string) => string
  /** `read` (default) goes to the heading the page's address names; `preview` stands beside an editor. */
  mode?: 'read' | 'preview'
  className?: string
}

/** A Markdown document as its readers see it. */
export function MarkdownBody(props: MarkdownBodyProps) {
  const { text = '', document: read, blocks, length = 0, onOutline, mode = 'read', className } = props
  const { resolveUrl = resolveAddress } = props
  const { t } = useTranslation('markdown')
  const root = useRef<HTMLDivElement>(null)
  const body = useRef<Body>(null)
  const outline = useRef(onOutline)
  useEffect(() => {
    outline.current = onOutline
  })

  // the words change with the language, not with `t` itself
  useLayoutEffect(() => {
    const node = root.current
    if (!node) return
    const made = new Body(node, { texts: markdownTexts(t), resolveUrl })
    body.current = made
    const unregister = register(made)
    const unfollow = followAnchors(node)
    return () => {
      unfollow()
      unregister()
      made.destroy()
    }
  }, [resolveUrl, t])

  // a new body, made for these, shows the text again
  useLayoutEffect(() => {
    if (blocks) return body.current?.showBlocks(blocks, length)
    if (read) return body.current?.showDocument(read, text.length)
    const shown = body.current?.show(text)
    if (shown) outline.current?.(shown.outline)
  }, [text, read, blocks, length, resolveUrl, t])

  useEffect(() => {
    if (mode === 'read' && text !== '') scrollToAnchor(window.location.hash)
  }, [mode, text])

  return <div ref={root} className={className ? `md-body ${className}` : 'md-body'} data-mode={mode} />
}

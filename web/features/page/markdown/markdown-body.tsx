import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarkdownBlock, MarkdownDocument } from '#shared/markdown/blocks.ts'
import type { OutlineEntry } from '#shared/markdown/outline.ts'
import { resolveAddress } from './addresses.ts'
import { followAnchors, registerAnchors, scrollToAnchor } from './anchors.ts'
import { Body } from './body.ts'
import { markdownTexts } from './texts.ts'
import './highlight.css'
import './markdown-body.css'

/** The props of a rendered document. */
interface MarkdownBodyProps {
  text?: string
  /** The parsed text, where its headings are needed before it is rendered. */
  document?: MarkdownDocument
  /** Its blocks, parsed elsewhere, instead of the text. */
  blocks?: readonly MarkdownBlock[]
  /** The number of characters that these blocks were parsed from. */
  length?: number
  /** Called with the headings each time the text was parsed. */
  onOutline?: (entries: OutlineEntry[]) => void
  /** Resolves an address in the text. Must be the same function between renders. */
  resolveUrl?: (url: string) => string
  /** `read` (default) scrolls to the heading of the page's address; `preview` is next to an editor. */
  mode?: 'read' | 'preview'
  className?: string
}

/** Shows a Markdown document as its readers see it. */
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

  // the texts change with the language, not with `t` itself
  useLayoutEffect(() => {
    const node = root.current
    if (!node) return
    const made = new Body(node, { texts: markdownTexts(t), resolveUrl })
    body.current = made
    const unregister = registerAnchors(made)
    const unfollow = followAnchors(node)
    return () => {
      unfollow()
      unregister()
      made.destroy()
    }
  }, [resolveUrl, t])

  // a new body, created for these options, shows the text again
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

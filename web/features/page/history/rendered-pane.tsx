import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { lineAtOffset, offsetOfLine } from '#web/lib/source-lines.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageIcon } from '#web/ui/icons.ts'
import styles from './diff-screen.module.css'
import { changeAt, type SideName } from './line-map.ts'

/** What a comparison needs from one of its panes. */
export interface PaneHandle {
  /** Returns the line (from 0, with a fraction) at the top of the viewport. */
  topLine: () => number
  showLine: (line: number) => void
  /** Scrolls a change into view. @returns whether this side contains a part of it */
  showChange: (change: number) => boolean
}

/** Marks the differing rows of a table block; the others keep their style. */
function markRows(block: HTMLElement, ranges: readonly ([number, number] | undefined)[], line: number): void {
  for (const row of block.querySelectorAll<HTMLElement>(':scope > .md-table:only-child tr')) {
    const at = line + Number(row.dataset['row'] ?? 0)
    row.toggleAttribute('data-changed-row', changeAt(ranges, at, at + 1) >= 0)
  }
}

const blocksOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('.md-body > .md-block')]

/** Shows one version as its readers see it, with the differences marked. */
export function RenderedPane(props: {
  side: SideName
  text: string
  /** The changes as ranges of lines; undefined while they are unknown. */
  ranges: readonly ([number, number] | undefined)[] | undefined
  /** The current change. */
  current: number
  onScroll: () => void
  /** Called when the user starts to interact with this side. */
  onLead: () => void
  handle: Ref<PaneHandle>
}) {
  const { side, text, ranges, current, onScroll, onLead, handle } = props
  const { t } = useTranslation('page-history')
  const scroller = useRef<HTMLElement>(null)
  const label = t(side === 'old' ? 'diff.old' : 'diff.new')
  useLayoutEffect(() => {
    const blocks = scroller.current ? blocksOf(scroller.current) : []
    const lineOf = (block: HTMLElement | undefined) => Number(block?.dataset['line'] ?? Number.POSITIVE_INFINITY) - 1
    blocks.forEach((block, at) => {
      const change = changeAt(ranges ?? [], lineOf(block), lineOf(blocks[at + 1]))
      block.toggleAttribute('data-current-change', change >= 0 && change === current)
      for (const name of ['data-changed', 'data-change', 'role', 'aria-label']) block.removeAttribute(name)
      if (change < 0) return
      block.dataset['changed'] = side
      block.dataset['change'] = String(change)
      block.setAttribute('role', 'group')
      block.setAttribute('aria-label', t(`side.${side}`))
    })
    const markTables = () =>
      blocks.forEach((block) => {
        if (block.dataset['changed']) markRows(block, ranges ?? [], lineOf(block))
      })
    markTables()
    // blocks further down are rendered later
    const filled = new MutationObserver(markTables)
    for (const block of blocks) if (block.dataset['changed']) filled.observe(block, { childList: true })
    return () => filled.disconnect()
  }, [ranges, side, t, current, text]) // another language creates the blocks again
  useImperativeHandle(handle, () => {
    const bodyOf = () => scroller.current?.querySelector<HTMLElement>('.md-body')
    return {
      topLine: () => {
        const body = bodyOf()
        return body && scroller.current ? lineAtOffset(body, scroller.current.scrollTop) - 1 : 0
      },
      showLine: (line) => {
        const body = bodyOf()
        if (body && scroller.current) scroller.current.scrollTop = offsetOfLine(body, line + 1)
      },
      showChange: (change) => {
        const block = scroller.current?.querySelector(`[data-change="${change}"]`)
        block?.scrollIntoView({ block: 'nearest' })
        return block != null
      },
    }
  })
  return (
    <div className={styles.pane}>
      <h2 className={styles.paneHead}>{label}</h2>
      {/* scrollable content must be reachable by keyboard */}
      <section
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onPointerEnter={onLead}
        onTouchStart={onLead}
        onFocus={onLead}
      >
        {text.trim() === '' ? (
          <EmptyState icon={<PageIcon data-size="32" />} text={t('preview.empty')} />
        ) : (
          <MarkdownBody text={text} mode="preview" />
        )}
      </section>
    </div>
  )
}

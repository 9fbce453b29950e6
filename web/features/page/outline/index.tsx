import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import styles from './outline.module.css'
import { OutlineList } from './outline-list.tsx'

export { visibleOutline } from './visible-outline.ts'

/** A heading counts as reached within this distance from the top of the window, in px. */
const line = 220

/**
 * Returns the id of the heading of the section being read; the first one before any is reached.
 * Observes the blocks of the document, which exist from the start, and not the headings, which may render later. In a
 * long document a block contains more than its heading, so the headings of the block at the line are measured.
 */
function useCurrentHeading(entries: readonly OutlineEntry[], root: RefObject<HTMLElement | null>): string | undefined {
  const [current, setCurrent] = useState<string>()
  // Increases when the blocks were rendered again: in another language, with the same headings.
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const blocks = Array.from(root.current?.querySelectorAll<HTMLElement>('.md-block') ?? [])
    const lines = blocks.map((block) => Number(block.dataset['line']))
    const ofEntry = entries.map((entry) => blocks[lines.findLastIndex((at) => at <= entry.line)])
    const reached = new Set<Element>()
    const notify = () => {
      let at = ofEntry.findLastIndex((block) => block !== undefined && reached.has(block))
      for (; at + 1 < entries.length; at++) {
        const heading = ofEntry[at + 1]?.querySelector(`#${CSS.escape(entries[at + 1]?.id ?? '')}`)
        if (!heading || heading.getBoundingClientRect().bottom > line) break
      }
      setCurrent(entries[Math.max(0, at)]?.id)
    }
    const watch = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ target }) => !target.isConnected)) return setTurn(turn + 1)
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) reached.delete(target)
          else reached.add(target)
        }
        notify()
      },
      // Everything below the line, however far down: a block leaves it when passing it, at any scrolling speed.
      { rootMargin: `-${line}px 0px 10000000px` },
    )
    for (const block of new Set(ofEntry)) if (block) watch.observe(block)
    window.addEventListener('scroll', notify, { passive: true })
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', notify)
    }
  }, [entries, root, turn])
  return current
}

/** The headings of a document next to it; the current one is highlighted and kept visible. */
export function Outline({ entries, root }: { entries: readonly OutlineEntry[]; root: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('outline')
  const current = useCurrentHeading(entries, root)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = current && list.current?.querySelector<HTMLElement>('[aria-current]')
    const box = list.current
    if (!link || !box) return
    const { offsetTop, offsetHeight } = link
    const isAbove = offsetTop < box.scrollTop + offsetHeight
    const isBelow = offsetTop + 2 * offsetHeight > box.scrollTop + box.clientHeight
    if (isAbove || isBelow) box.scrollTop = offsetTop - box.clientHeight / 2 // scrollIntoView would also move the page
  }, [current])
  return (
    <nav ref={list} className={styles.outline} aria-label={t('title')}>
      <p className={styles.title} aria-hidden="true">
        {t('title')}
      </p>
      <OutlineList entries={entries} current={current} />
    </nav>
  )
}

const OutlineWindow = lazyComponent(async () => (await import('./outline-drawer-content.tsx')).OutlineDrawerContent)

/**
 * The headings of a document in a drawer, for windows without space for them next to the text. Loads when first shown.
 */
export function OutlineDrawer(props: { entries: readonly OutlineEntry[]; onClose: () => void }) {
  return (
    <LazyBoundary>
      <OutlineWindow {...props} />
    </LazyBoundary>
  )
}

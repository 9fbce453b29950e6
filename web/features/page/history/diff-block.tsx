import { memo, useLayoutEffect, useRef, useState } from 'react'
import { DiffRow } from './diff-row.tsx'
import styles from './diff-rows.module.css'
import type { BothSides, Row } from './rows.ts'

/** The height of a row of one line, in px. */
const rowHeight = 22

/** The distance from the viewport within which rows are rendered, in px. */
const near = '1200px 0px'

interface BlockProps {
  /** The index of its first row. */
  first: number
  rows: readonly Row[]
  lines: BothSides
  split: boolean
  ignoreSpace: boolean
  wanted: { row: number } | undefined
  current: number
  onOpen: (stretch: number) => void
}

/** Some rows of a comparison; empty, with its former height, while they are far from the viewport. */
function Block({ first, rows, lines, split, ignoreSpace, wanted, current, onOpen }: BlockProps) {
  const box = useRef<HTMLDivElement>(null)
  // its height while it is not rendered; undefined while it is
  const [height, setHeight] = useState(first === 0 ? undefined : rows.length * rowHeight)
  const [asked, setAsked] = useState(wanted)
  if (asked !== wanted) {
    setAsked(wanted)
    if (wanted && wanted.row >= first && wanted.row < first + rows.length) setHeight(undefined)
  }
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setHeight(entry.isIntersecting ? undefined : entry.boundingClientRect.height)
      },
      { rootMargin: near },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={styles.block} style={height === undefined ? undefined : { height }}>
      {height === undefined &&
        rows.map((row, at) => (
          <DiffRow
            // rows have no identity other than their position
            key={first + at}
            at={first + at}
            row={row}
            lines={lines}
            split={split}
            ignoreSpace={ignoreSpace}
            isCurrent={row.kind === 'changed' && row.change === current}
            onOpen={onOpen}
          />
        ))}
    </div>
  )
}

/** Some rows of a comparison, rendered while they are near the viewport. */
export const DiffBlock = memo(Block)

import { Fragment, type ReactNode } from 'react'
import styles from './highlight.module.css'

/** Pieces of a text that are to be marked: start and length of each, in order, in UTF-16 units. */
export type Marks = readonly (readonly [start: number, length: number])[]

/** A text with some of its pieces marked, as a search has found them. */
export function Highlight({ text, marks }: { text: string; marks: Marks }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [start, length] of marks) {
    parts.push(
      <Fragment key={start}>
        {text.slice(end, start)}
        <mark className={styles.mark}>{text.slice(start, start + length)}</mark>
      </Fragment>,
    )
    end = start + length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

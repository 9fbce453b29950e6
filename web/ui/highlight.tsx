import { Fragment, type ReactNode } from 'react'
import styles from './highlight.module.css'

/** The ranges of a text to highlight: start and length of each, in order, in UTF-16 units. */
export type Marks = readonly (readonly [start: number, length: number])[]

/** A text with highlighted ranges, such as search matches. */
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

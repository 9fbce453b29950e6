import { Fragment, type ReactNode } from 'react'

/** A name that breaks behind its signs before it breaks within a word. */
export const insertWbr = (name: string): ReactNode =>
  name.split(/(?<=[_./-])(?=.)/).map((part, at) => (
    <Fragment key={`${at}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

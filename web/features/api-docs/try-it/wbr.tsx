import { Fragment, type ReactNode } from 'react'

/** Inserts break opportunities after the separators of a name. */
export const insertWbr = (name: string): ReactNode =>
  name.split(/(?<=[_./-])(?=.)/).map((part, at) => (
    <Fragment key={`${at}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

import { startTransition, useEffect, useState } from 'react'
import { filesAtom } from './atoms.ts'
import type { FileQuery } from './query.ts'

interface Asked {
  query: FileQuery
  files: ReturnType<typeof filesAtom>
}

// The query of the first render. While its data loads, React renders the component again without its state, and must
// not start a new request each time. Cleared once the component is mounted.
let begun: Asked | undefined

function begin(query: FileQuery): Asked {
  const isSame = begun && JSON.stringify(begun.query) === JSON.stringify(query)
  const asked = begun && isSame ? { query, files: begun.files } : { query, files: filesAtom(query) }
  begun = asked
  return asked
}

/**
 * Returns the atom with the files of a query; the previous files stay visible until those of a new query have loaded.
 */
export function useFiles(query: FileQuery): ReturnType<typeof filesAtom> {
  const [asked, setAsked] = useState(() => begin(query))
  useEffect(() => {
    begun = undefined
    if (asked.query !== query) startTransition(() => setAsked({ query, files: filesAtom(query) }))
  }, [asked, query])
  return asked.files
}

import { startTransition, useEffect, useState } from 'react'
import { filesAtom } from './atoms.ts'
import type { FileQuery } from './query.ts'

interface Asked {
  query: FileQuery
  files: ReturnType<typeof filesAtom>
}

// What a first drawing has asked for. While its data is on the way the drawing is begun anew, without its state: it must
// not ask anew each time. Forgotten once it stands on the screen.
let begun: Asked | undefined

function begin(query: FileQuery): Asked {
  const isSame = begun && JSON.stringify(begun.query) === JSON.stringify(query)
  const asked = begun && isSame ? { query, files: begun.files } : { query, files: filesAtom(query) }
  begun = asked
  return asked
}

/** The atom with the files of a query; the former ones stay on show until those of a new query are there. */
export function useFiles(query: FileQuery): ReturnType<typeof filesAtom> {
  const [asked, setAsked] = useState(() => begin(query))
  useEffect(() => {
    begun = undefined
    if (asked.query !== query) startTransition(() => setAsked({ query, files: filesAtom(query) }))
  }, [asked, query])
  return asked.files
}

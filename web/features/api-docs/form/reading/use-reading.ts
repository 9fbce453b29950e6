import { atom } from 'jotai'
import { useMemo } from 'react'
import type { ApiDoc } from '#shared/api-doc/api-doc.ts'
import type { SchemaField } from '#shared/api-doc/reading/field.ts'
import { type Reading, readingOfDoc } from '#shared/api-doc/reading/reading.ts'
import type { ModelSource, ReadingSource } from '#shared/api-doc/reading/source.ts'
import { api } from '#web/lib/api.ts'
import { type QueryFamily, queryAtom, queryFamily, queryValue, useCachedQuery } from '#web/lib/query.ts'

/** A page whose description may say more than its text. */
export type DescribedPage = { page_id: string; version: string } | { unique_key: string; version: string }

/** A reading, with the models that it refers to when its description has any. */
export interface PageReading extends Reading {
  model?: (name: string) => SchemaField | undefined
  /** The description of these models, where an item has several. */
  of?: string
}

type Read = (doc: ApiDoc, globals: unknown) => PageReading

/** How pages are read by the descriptions that brought them; undefined for pages that have none. */
const readersAtom = queryFamily(async (key, signal): Promise<Read | undefined> => {
  const page = JSON.parse(key) as DescribedPage
  const { description } =
    'page_id' in page
      ? await api.apiReference.page({ page_id: page.page_id }, { signal })
      : await api.apiReference.shared({ unique_key: page.unique_key }, { signal })
  if (description === '') return undefined
  const source = JSON.parse(description) as ReadingSource | ModelSource
  if (!source.operation) {
    const { readWrittenPage } = await import('#shared/api-doc/reading/read-written-page.ts')
    return (doc, globals) => readWrittenPage(source, doc, globals)
  }
  const { readOperation } = await import('#shared/api-doc/reading/read-operation.ts')
  return (doc, globals) => readOperation(source, doc, globals)
}, 5)

const noQuery = queryAtom<Read | undefined>(async () => undefined)
const noReadersAtom = atom<QueryFamily<Read | undefined>>({
  of: () => noQuery,
  alias: () => {},
  all: () => [],
})

/**
 * Returns what a reader sees of a page: at once what its text says, and soon what its description says.
 *
 * @param page undefined for a text that is not the present one, such as a former version
 */
export function useReading(doc: ApiDoc, globals: unknown, page: DescribedPage | undefined): PageReading {
  const [result] = useCachedQuery(page ? readersAtom : noReadersAtom, page ? JSON.stringify(page) : '')
  // when it cannot be loaded, the text of the page has it all too, only less orderly
  const read = queryValue(result)
  return useMemo(() => read?.(doc, globals) ?? readingOfDoc(doc, globals), [read, doc, globals])
}

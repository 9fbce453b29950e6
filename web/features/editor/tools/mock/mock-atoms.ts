import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'
import { href } from '#web/lib/route.ts'
import { mockQuery } from './mock-address.ts'

/** The mock of a page, as the dialog edits it. */
export interface MockDraft {
  path: string
  template: string
}

/** A stored mock; its template is empty where the page has none yet. */
export interface StoredMock extends MockDraft {
  view_times: number
}

/** The mock of a page, or the error; undefined while it loads. */
export const mockAtom = (page_id: number) =>
  unwrap(
    atom(async (): Promise<{ mock: StoredMock } | { error: unknown }> => {
      try {
        const kept = await api.mock.infoByPageId({ page_id })
        if (Array.isArray(kept)) return { mock: { path: '/', template: '', view_times: 0 } }
        return { mock: { path: kept.path, template: kept.template, view_times: Number(kept.view_times) } }
      } catch (error) {
        return { error }
      }
    }),
  )

/** Saves the mock of a page. @returns the path as it is stored */
export const saveMockAtom = atom(null, async (_get, _set, page_id: number, draft: MockDraft): Promise<string> => {
  const { path } = await api.mock.add({ page_id, ...draft })
  return path
})

/** The response of a mock's address. */
export interface MockResponse {
  status: number
  status_text: string
  ms: number
  headers: [string, string][]
  body: string
}

/** The longest response that is shown, in characters. */
const bodyMost = 100_000

/** Calls the address of a mock as a program would, and returns the response. */
export const sendTestAtom = atom(
  null,
  async (_get, _set, item_id: number, { method, path }: { method: string; path: string }): Promise<MockResponse> => {
    const start = performance.now()
    const response = await fetch(href(mockQuery(item_id, path)), {
      method,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    return {
      status: response.status,
      status_text: response.statusText,
      ms: Math.round(performance.now() - start),
      headers: [...response.headers],
      body: text.length > bodyMost ? `${text.slice(0, bodyMost)}…` : text,
    }
  },
)

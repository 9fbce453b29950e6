import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { href } from '#web/lib/route.ts'
import { mockQuery } from './mock-address.ts'

/** The mock of a page, as the dialog edits it. */
interface MockDraft {
  path: string
  template: string
}

/** A stored mock; its template is empty where the page has none yet. */
export interface StoredMock extends MockDraft {
  view_times: number
}

/** Fetches the mock of a page. */
export async function readMock(page_id: number, signal: AbortSignal): Promise<StoredMock> {
  const stored = await api.mock.infoByPageId({ page_id }, { signal })
  if (Array.isArray(stored)) return { path: '/', template: '', view_times: 0 }
  return { path: stored.path, template: stored.template, view_times: Number(stored.view_times) }
}

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

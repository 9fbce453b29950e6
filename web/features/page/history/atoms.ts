import { atom } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import type { DiffRequest, DiffResponses } from './diff-worker.ts'
import { normalizeForDiff } from './normalize-for-diff.ts'
import { maxCountedLength, type Version } from './versions.ts'

/** The current page. */
type Page = Awaited<ReturnType<typeof api.page.info>>

/** A page with its former versions, newest first. */
export interface Timeline {
  page: Page
  versions: Version[]
  /** How many former versions this site keeps. */
  versionLimit: number
}

/** Fetches a page and its former versions. */
export async function readTimeline(page_id: string, signal: AbortSignal): Promise<Timeline> {
  const [page, versions, site] = await Promise.all([
    api.page.info({ page_id }, { signal }),
    api.page.history({ page_id, without_text: true }, { signal }),
    api.common.homePageSetting({}, { signal }),
  ])
  return { page, versions, versionLimit: site.history_version_count }
}

/** How many lines a version added and removed, compared with the one before it. */
export interface ChangeSize {
  added: number
  removed: number
}

type Answer<Q extends DiffRequest> = DiffResponses[Q['kind']]

/**
 * Compares texts in a worker, so that the window stays responsive however long they are.
 *
 * @throws {DOMException} AbortError when `signal` is aborted
 */
async function runInWorker<Q extends DiffRequest>(question: Q, signal: AbortSignal): Promise<Answer<Q>> {
  const { handleRequest: answerTo, workerAddress } = await import('./diff-worker.ts')
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    // the kind of the request determines the type of its response
    const give = (answer: DiffResponses[DiffRequest['kind']]) => resolve(answer as Answer<Q>)
    const inWindow = () => {
      try {
        give(answerTo(question))
      } catch (error) {
        reject(error)
      }
    }
    let worker: Worker
    try {
      worker = new Worker(workerAddress, { type: 'module' })
    } catch {
      return inWindow() // a browser that cannot start a worker still shows the comparison
    }
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<DiffResponses[DiffRequest['kind']]>) => {
      end()
      give(data)
    }
    worker.onerror = () => {
      end()
      inWindow()
    }
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.postMessage(question)
  })
}

/** Computes the changes of each version, from the current one on; as many as possible without reading megabytes. */
export async function readChangeSizes({ page, versions }: Timeline, signal: AbortSignal): Promise<ChangeSize[]> {
  if (page.page_content.length * (versions.length + 1) > maxCountedLength) return []
  const whole = await api.page.history({ page_id: page.page_id }, { signal })
  const texts: string[] = [page.page_content]
  for (const version of whole) {
    if (version.is_text_left_out) break
    texts.push(version.page_content)
  }
  return runInWorker({ kind: 'count', texts: texts.map(normalizeForDiff) }, signal)
}

/** One side of a comparison. */
interface Side {
  /** Empty for the current page. */
  page_history_id: string
  page_title: string
  text: string
}

/** Two versions of a page. */
export interface Compared {
  page_id: string
  item_id: string
  old: Side
  new: Side
  /** The current page. */
  now: Side
  versions: Version[]
  author: string
}

/** Fetches two versions of a page; `other` empty: the current page. */
export async function readCompared(
  { page_id, old, other }: { page_id: string; old: string; other: string },
  signal: AbortSignal,
): Promise<Compared> {
  const [one, two, versions] = await Promise.all([
    api.page.diff({ page_id, page_history_id: old }, { signal }),
    other === '' ? undefined : api.page.diff({ page_id, page_history_id: other }, { signal }),
    api.page.history({ page_id, without_text: true }, { signal }),
  ])
  const sideOf = (
    page_history_id: string,
    { page_title, page_content }: { page_title: string; page_content: string },
  ) => ({
    page_history_id,
    page_title,
    text: page_content,
  })
  const now = sideOf('', one.page)
  return {
    page_id,
    item_id: one.page.item_id,
    old: sideOf(old, one.history_page),
    new: two ? sideOf(other, two.history_page) : now,
    now,
    versions,
    author: getAuthorName(one.page),
  }
}

/** Fetches a former version with its text. */
export const readVersion = (page_id: string, page_history_id: string, signal: AbortSignal) =>
  api.page.diff({ page_id, page_history_id }, { signal })

/** Computes the comparison of two texts as numbers, in a worker. */
export const computeDiff = (old: string, next: string, ignoreSpace: boolean, signal: AbortSignal) =>
  runInWorker({ kind: 'compare', old, new: next, ignoreSpace }, signal)

/** Saves the remark of a former version. */
export const saveVersionNoteAtom = atom(
  null,
  (_get, _set, page_id: string, page_history_id: string, page_comments: string): Promise<unknown> =>
    api.page.updateHistoryComments({ page_id, page_history_id, page_comments }),
)

type Requested = Awaited<ReturnType<typeof api.page.diff>>

/** The input of restores that got no response: a retry sends the same, so that it is the same call. */
const unanswered = new Map<string, Requested>()

/**
 * Makes a former version the page's text and title, at once. The former current one stays in history.
 *
 * @param remark the remark of the new version
 * @returns a function that undoes it by creating one more version
 */
export const restoreAtom = atom(
  null,
  async (_get, _set, page_id: string, page_history_id: string, remark: string): Promise<() => Promise<unknown>> => {
    const place = `${page_id} ${page_history_id}`
    const requested = unanswered.get(place) ?? (await api.page.diff({ page_id, page_history_id }))
    unanswered.delete(place)
    const { page, history_page } = requested
    const { item_id } = page
    const saved = await api.page
      .save({
        item_id,
        page_id,
        page_title: history_page.page_title,
        page_content: history_page.page_content,
        page_comments: remark,
        base_version: page.page_version,
      })
      .catch((error: unknown) => {
        if (isApiError(error, 'offline')) unanswered.set(place, requested)
        throw error
      })
    return () =>
      api.page.save({
        item_id,
        page_id,
        page_title: page.page_title,
        page_content: page.page_content,
        page_comments: page.page_comments,
        base_version: saved.page_version,
      })
  },
)

import { lazyComponent } from '#web/ui/lazy.tsx'

export type { Draft } from './draft.ts'
export type { RequestChoice } from './request-choice.ts'
export { isSocketPage } from './socket-page.ts'
export { encodeAroundVariables } from './variables.ts'
export type { SampleAuth } from './with-auth.ts'
export { withServer } from './with-server.ts'

/** Whether a page describes an HTTP request that can be sent: API JSON with an address, not a WebSocket. */
export function isTryItSupported(text: string): boolean {
  try {
    const { info } = JSON.parse(text) as { info?: { url?: unknown; type?: unknown } }
    return typeof info?.url === 'string' && info.url.trim() !== '' && info.type !== 'websocket'
  } catch {
    return false
  }
}

/** Loads what reads the request of a page. */
export const loadDraftReader = () => import('./draft.ts')

/** Sends the request that a page of API JSON describes, and shows the response. */
export const TryIt = lazyComponent(async () => (await import('./try-it.tsx')).TryIt)

/** The same in a drawer, next to the form of the page. */
export const TryItDrawer = lazyComponent(async () => (await import('./try-it.tsx')).TryItDrawer)

/** The request of a page as a program, in the language that the reader has chosen. */
export const RequestSample = lazyComponent(async () => (await import('./request-sample.tsx')).RequestSample, 'reading')

/** A highlighted text, such as an example of a response. */
export const SampleText = lazyComponent(async () => (await import('./request-sample.tsx')).SampleText, 'reading')

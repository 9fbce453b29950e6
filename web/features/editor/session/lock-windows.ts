const channelName = 'docstead.editor'

interface Went {
  page_id: number
}

let opened: BroadcastChannel | undefined

const channel = (): BroadcastChannel | undefined => {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return undefined
  opened ??= new BroadcastChannel(channelName)
  return opened
}

/** Notifies this user's other windows that the page is edited in this one from now on. */
export const notifyOtherWindows = (page_id: number): void => channel()?.postMessage({ page_id } satisfies Went)

/** Calls `moved` when another window of this user takes over a page. @returns a function that unsubscribes */
export function onOtherWindow(moved: (page_id: number) => void): () => void {
  const hear = ({ data }: MessageEvent<Went>) => moved(data.page_id)
  channel()?.addEventListener('message', hear)
  return () => channel()?.removeEventListener('message', hear)
}

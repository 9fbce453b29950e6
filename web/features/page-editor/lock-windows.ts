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

/** Tells the other windows of this person that the page is edited in this one from now on. */
export const notifyOtherWindows = (page_id: number): void => channel()?.postMessage({ page_id } satisfies Went)

/** Calls `moved` when a page is taken by another window of this person. @returns what stops it */
export function onOtherWindow(moved: (page_id: number) => void): () => void {
  const hear = ({ data }: MessageEvent<Went>) => moved(data.page_id)
  channel()?.addEventListener('message', hear)
  return () => channel()?.removeEventListener('message', hear)
}

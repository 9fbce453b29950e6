import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { persistedAtom } from '#web/features/account/preferences/index.tsx'

export { wideTextAtom } from '#web/features/account/preferences/index.tsx'

/** The limits of the tree's width, in px. Source: interface guide 2.1. */
export const treeWidths = { least: 220, usual: 264, most: 480 }

/** The width of the tree, in px; stored in this browser. */
export const treeWidthAtom = persistedAtom<number>('docstead.tree-width', treeWidths.usual)

/** Whether the tree next to the text is hidden; stored in this browser. */
export const treeHiddenAtom = persistedAtom<boolean>('docstead.tree-hidden', false)

/** Whether the outline next to the text is hidden; stored in this browser. */
export const outlineHiddenAtom = persistedAtom<boolean>('docstead.outline-hidden', false)

/** Whether only the text is shown. */
export const fullScreenAtom = atom(false)

const root = () => document.documentElement

/** Returns whether only the text is shown, and how to change that; uses full screen where the browser allows it. */
export function useFullScreen(): [isFull: boolean, setFull: (isFull: boolean) => void] {
  const [isFull, setFull] = useAtom(fullScreenAtom)
  useEffect(() => {
    root().toggleAttribute('data-full-screen', isFull)
    const changed = () => document.fullscreenElement === null && setFull(false)
    if (isFull) document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      root().removeAttribute('data-full-screen')
    }
  }, [isFull, setFull])
  const change = (wanted: boolean) => {
    setFull(wanted)
    const done = wanted ? root().requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen()
    Promise.resolve(done).catch(() => undefined) // rejected: the text still fills the window
  }
  return [isFull, change]
}

import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { fullScreenAtom } from './preferences.ts'

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

import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { fullScreenAtom } from './preferences.ts'

const root = () => document.documentElement

/** Whether nothing but the text is shown, and how to change that; uses the whole screen where the browser lets it. */
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
    Promise.resolve(done).catch(() => undefined) // refused: the text still has the window to itself
  }
  return [isFull, change]
}

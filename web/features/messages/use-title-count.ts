import { useEffect, useRef } from 'react'
import { titleWithCount } from './unread.ts'

/** Puts the count in front of the window title, and of every later title: «(3) Orders API». */
export function useTitleCount(count: number): void {
  const mark = useRef('')
  useEffect(() => {
    const put = () => {
      const next = titleWithCount(document.title, count, mark.current)
      mark.current = next.mark
      if (document.title !== next.title) document.title = next.title
    }
    put()
    const watch = new MutationObserver(put)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [count])
  useEffect(
    () => () => {
      document.title = titleWithCount(document.title, 0, mark.current).title
      mark.current = ''
    },
    [],
  )
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { followAnchors, registerAnchors, scrollToAnchor } from '#web/features/page/markdown/index.tsx'
import { anchorRoot, idOf } from './tree-context.ts'

/**
 * Returns where the address leads to, and makes the anchors of a reference reachable.
 *
 * @param isPreview whether it is embedded in another view: the address does not lead into it
 * @param reading what is shown: another one may have more fields
 */
export function useTarget(isPreview: boolean, reading: object | undefined) {
  const root = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState({ id: '', turn: 0 })
  const awaited = useRef('')
  const reached = useRef('')
  useLayoutEffect(() => {
    const node = root.current
    if (isPreview || !node) return
    const reveal = (id: string) => {
      if (!id.startsWith(idOf(anchorRoot))) return undefined
      setTarget(({ turn }) => ({ id, turn: turn + 1 }))
      // what is folded is drawn first, and then scrolled to
      const shown = document.getElementById(id) ?? undefined
      awaited.current = shown ? '' : id
      return shown
    }
    const unregister = registerAnchors({ reveal })
    const unfollow = followAnchors(node)
    return () => {
      unfollow()
      unregister()
    }
  }, [isPreview])
  // for the text of the page, and again for its description, which may have more fields
  useEffect(() => {
    const { hash } = window.location
    if (isPreview || hash === '' || reached.current === hash) return
    if (scrollToAnchor(hash)) reached.current = hash
  }, [isPreview, reading])
  useEffect(() => {
    const shown = awaited.current === '' ? null : document.getElementById(awaited.current)
    if (!shown) return
    awaited.current = ''
    reached.current = window.location.hash
    shown.scrollIntoView({ block: 'start' })
  }, [target, reading])
  return { root, target }
}

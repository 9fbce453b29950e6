import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The duration of the move animation, in ms. Source: interface guide 2.4. */
const glideMs = 180

/**
 * Animates the children of a list to their new positions when the order of `keys` changes; not when items are added or
 * removed, and not with reduced motion.
 */
export function useFlipAnimation(list: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const former = useRef<{ order: string; tops: Map<string, { left: number; top: number }> }>(undefined)
  const order = keys.join('\n')
  useLayoutEffect(() => {
    const base = list.current?.getBoundingClientRect()
    if (!list.current || !base) return
    const children = [...list.current.children]
    const tops = new Map<string, { left: number; top: number }>()
    for (const [at, key] of order.split('\n').entries()) {
      const box = children[at]?.getBoundingClientRect()
      if (box) tops.set(key, { left: box.left - base.left, top: box.top - base.top })
    }
    const before = former.current
    former.current = { order, tops }
    if (!before || before.order === order || before.tops.size !== tops.size) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [at, key] of order.split('\n').entries()) {
      const [from, to] = [before.tops.get(key), tops.get(key)]
      if (!from || !to || (from.left === to.left && from.top === to.top)) continue
      children[at]?.animate(
        [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: 'none' }],
        { duration: glideMs, easing: 'cubic-bezier(.2,.8,.2,1)' },
      )
    }
  }, [list, order])
}

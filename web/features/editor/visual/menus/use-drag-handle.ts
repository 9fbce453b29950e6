import { type PointerEvent, useState } from 'react'

const startsAt = 4 // px that a press moves before it is a drag

interface Held<T> {
  what: T
  x: number
  y: number
  isMoving: boolean
}

/**
 * Handles presses and drags of a handle: `onPress` when it is released where it was pressed, `onDrop` after a drag.
 *
 * @returns the held item, and the event handlers for the handle of an item
 */
export function useDragHandle<T>(actions: {
  onPress: (what: T) => void
  onMove: (what: T, at: { clientX: number; clientY: number }) => void
  onDrop: (what: T) => void
  /** Called when the pointer is canceled: nothing changes. */
  onEnd: () => void
}) {
  const [held, setHeld] = useState<Held<T>>()
  const end = () => {
    setHeld(undefined)
    actions.onEnd()
  }
  const handlers = (what: T) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setHeld({ what, x: event.clientX, y: event.clientY, isMoving: false })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!held) return
      const isMoving = held.isMoving || Math.hypot(event.clientX - held.x, event.clientY - held.y) > startsAt
      if (isMoving !== held.isMoving) setHeld({ ...held, isMoving })
      if (isMoving) actions.onMove(held.what, event)
    },
    onPointerUp: () => {
      if (!held) return
      end()
      if (held.isMoving) actions.onDrop(held.what)
      else actions.onPress(held.what)
    },
    onPointerCancel: end,
  })
  return { held: held?.what, handlers }
}

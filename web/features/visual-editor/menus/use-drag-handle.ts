import { type PointerEvent, useState } from 'react'

const startsAt = 4 // px that a press moves before it is a drag

interface Held<T> {
  what: T
  x: number
  y: number
  isMoving: boolean
}

/**
 * A handle that is pressed or dragged: `onPress` when it was let go where it was, `onDrop` when it was moved before.
 *
 * @returns what is held, and the handlers of a handle for something
 */
export function useDragHandle<T>(deeds: {
  onPress: (what: T) => void
  onMove: (what: T, at: { clientX: number; clientY: number }) => void
  onDrop: (what: T) => void
  /** The pointer was taken away: nothing happens. */
  onEnd: () => void
}) {
  const [held, setHeld] = useState<Held<T>>()
  const end = () => {
    setHeld(undefined)
    deeds.onEnd()
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
      if (isMoving) deeds.onMove(held.what, event)
    },
    onPointerUp: () => {
      if (!held) return
      end()
      if (held.isMoving) deeds.onDrop(held.what)
      else deeds.onPress(held.what)
    },
    onPointerCancel: end,
  })
  return { held: held?.what, handlers }
}

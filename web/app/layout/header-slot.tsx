import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useCallback, useLayoutEffect, useReducer } from 'react'
import { createPortal } from 'react-dom'

/** Slots in the header: before the logo, the item's name, and its menu. */
type SlotName = 'tree' | 'item' | 'itemMenu'

const slotsAtom = atom<Partial<Record<SlotName, HTMLElement | null>>>({})

/** An empty slot in the header, which a screen may fill. */
export function SlotTarget({ name, className }: { name: SlotName; className?: string | undefined }) {
  const setSlots = useSetAtom(slotsAtom)
  const ref = useCallback(
    (element: HTMLElement | null) => setSlots((slots) => ({ ...slots, [name]: element })),
    [name, setSlots],
  )
  return <div ref={ref} className={className} />
}

/** Renders its children into a slot of the header while mounted. */
export function HeaderSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useAtomValue(slotsAtom)[name]
  // The slots are set during the commit but published only after rendering, so read them again in between.
  const [, measureAgain] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(measureAgain, [measureAgain])
  return place ? createPortal(children, place) : null
}

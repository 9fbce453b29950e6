import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useCallback, useLayoutEffect, useReducer } from 'react'
import { createPortal } from 'react-dom'

/** Places in the header: before the mark, the item's name, and its menu. */
export type SlotName = 'tree' | 'item' | 'itemMenu'

const slotsAtom = atom<Partial<Record<SlotName, HTMLElement | null>>>({})

/** An empty place in the header, which a screen may fill. */
export function SlotTarget({ name, className }: { name: SlotName; className?: string | undefined }) {
  const setSlots = useSetAtom(slotsAtom)
  const ref = useCallback(
    (element: HTMLElement | null) => setSlots((slots) => ({ ...slots, [name]: element })),
    [name, setSlots],
  )
  return <div ref={ref} className={className} />
}

/** Draws its children in a place of the header while the screen is shown. */
export function HeaderSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useAtomValue(slotsAtom)[name]
  // the places are known when all has been put in, and told only after it has been drawn: looked up in between
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(lookAgain, [lookAgain])
  return place ? createPortal(children, place) : null
}

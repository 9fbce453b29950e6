/** The side of its anchor on which a box is placed if there is room. */
export type Side = 'top' | 'bottom' | 'left' | 'right'

const gap = 6
const edge = 8
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * Returns the position of a box next to `anchor` in a window of that size: on the opposite side if it does not fit.
 * Lengths in px.
 */
export function getPopoverPosition(
  box: { width: number; height: number },
  anchor: { left: number; top: number; width: number; height: number },
  side: Side,
  room: { width: number; height: number },
): { left: number; top: number } {
  const at = (one: Side) => ({
    left:
      one === 'left'
        ? anchor.left - box.width - gap
        : one === 'right'
          ? anchor.left + anchor.width + gap
          : anchor.left + (anchor.width - box.width) / 2,
    top:
      one === 'top'
        ? anchor.top - box.height - gap
        : one === 'bottom'
          ? anchor.top + anchor.height + gap
          : anchor.top + (anchor.height - box.height) / 2,
  })
  const fits = (one: Side) => {
    const { left, top } = at(one)
    return side === 'left' || side === 'right'
      ? left >= edge && left + box.width <= room.width - edge
      : top >= edge && top + box.height <= room.height - edge
  }
  const { left, top } = at(fits(side) || !fits(opposite[side]) ? side : opposite[side])
  const within = (value: number, size: number, all: number) => Math.max(edge, Math.min(value, all - size - edge))
  return { left: within(left, box.width, room.width), top: within(top, box.height, room.height) }
}

/** Positions a box with `position: fixed` next to an anchor. */
export function positionPopover(box: HTMLElement, anchor: DOMRect, side: Side): void {
  const { left, top } = getPopoverPosition(box.getBoundingClientRect(), anchor, side, {
    width: document.documentElement.clientWidth,
    height: window.innerHeight,
  })
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}

import { getPopoverPosition } from '#web/ui/popover-position.ts'

interface Size {
  width: number
  height: number
}
type Box = Size & { left: number; top: number }

const gap = 8
/** The maximum sideways distance of a box from its anchor, in px: further away it seems to belong to something else. */
const farthest = 120

const meets = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/**
 * Returns a position above or below the anchor where the box covers none of `taken`: centered, or else moved sideways;
 * centered above the anchor when there is no such position. Lengths in px.
 */
export function findFreePosition(
  box: Size,
  anchor: Box,
  room: Size,
  taken: readonly Box[],
): { left: number; top: number } {
  const isFree = (place: { left: number; top: number }) => !taken.some((one) => meets({ ...box, ...place }, one))
  const isNear = (left: number) =>
    left >= gap &&
    left + box.width <= room.width - gap &&
    left - (anchor.left + anchor.width) <= farthest &&
    anchor.left - (left + box.width) <= farthest
  for (const side of ['top', 'bottom'] as const) {
    const middle = getPopoverPosition(box, anchor, side, room)
    const inWay = taken.filter((one) => meets({ ...box, left: 0, width: room.width, top: middle.top }, one))
    const behind = Math.max(...inWay.map((one) => one.left + one.width)) + gap
    const before = Math.min(...inWay.map((one) => one.left)) - gap - box.width
    const places = [middle.left, ...[behind, before].filter(isNear)].map((left) => ({ left, top: middle.top }))
    const free = places.find(isFree)
    if (free) return free
  }
  return getPopoverPosition(box, anchor, 'top', room)
}

/**
 * Returns the position of a bar: centered at the bottom of the room, or above its anchor when the anchor reaches that
 * far and leaves room. Lengths in px.
 *
 * @param room `top` is where it begins, `height` where it ends
 */
export function getBottomPosition(box: Size, anchor: Box, room: Size & { top: number }): { left: number; top: number } {
  const left = (room.width - box.width) / 2
  const footer = room.height - box.height - gap
  const over = anchor.top - box.height - gap
  return { left, top: anchor.top + anchor.height > footer && over >= room.top ? over : footer }
}

/** Returns the boxes of the text lines near an anchor. */
export function findNearbyText(root: HTMLElement, anchor: DOMRect): DOMRect[] {
  const reach = 120
  const isNear = ({ top, bottom }: DOMRect) => bottom > anchor.top - reach && top < anchor.bottom + reach
  const range = document.createRange()
  const found: DOMRect[] = []
  for (const block of root.children) {
    if (!isNear(block.getBoundingClientRect())) continue
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      found.push(...[...range.getClientRects()].filter((rect) => rect.width > 0 && isNear(rect)))
    }
  }
  return found
}

import { getPopoverPosition } from '#web/ui/popover-position.ts'

interface Size {
  width: number
  height: number
}
type Box = Size & { left: number; top: number }

const gap = 8
/** How far beside its anchor a box may lie, in px: further away it seems to belong to something else. */
const farthest = 120

const meets = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/**
 * Where a box over or under its anchor covers nothing of what is taken: in the middle, or else moved sideways; over it in
 * the middle when there is no such place. Lengths in px.
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
 * Where a bar stands at the foot of the room, in the middle; over its anchor when that reaches to there and leaves room.
 * Lengths in px.
 *
 * @param room `top` is where it begins, `height` where it ends
 */
export function getBottomPosition(box: Size, anchor: Box, room: Size & { top: number }): { left: number; top: number } {
  const left = (room.width - box.width) / 2
  const foot = room.height - box.height - gap
  const over = anchor.top - box.height - gap
  return { left, top: anchor.top + anchor.height > foot && over >= room.top ? over : foot }
}

/** Where the lines of text near an anchor stand. */
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

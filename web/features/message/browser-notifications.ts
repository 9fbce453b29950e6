import { readStored, writeStored } from '#web/lib/storage.ts'
import type { LatestUnread } from './atoms.ts'

const toldKey = 'docstead.told'
const wantedKey = 'docstead.browser-notices'

type Told = { remind: number; announce: number }
const isTold = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'remind' in value && 'announce' in value

/** Something new to tell: a reminder before an announcement. */
export type MessageNotification =
  | { kind: 'remind'; remind: NonNullable<LatestUnread['remind']> }
  | { kind: 'announce'; announce: NonNullable<LatestUnread['announce']> }

/** What of the news has not been told before; and what has been then. Ids only grow. */
export function unseenNotifications(
  { remind, announce }: LatestUnread,
  told: Told,
): { notice?: MessageNotification; told: Told } {
  const isNew = {
    remind: remind && Number(remind.id) > told.remind,
    announce: announce && Number(announce.id) > told.announce,
  }
  const next = {
    remind: isNew.remind && remind ? Number(remind.id) : told.remind,
    announce: isNew.announce && announce && !isNew.remind ? Number(announce.id) : told.announce,
  }
  if (remind && isNew.remind) return { notice: { kind: 'remind', remind }, told: next }
  if (announce && isNew.announce) return { notice: { kind: 'announce', announce }, told: next }
  return { told }
}

/** What to tell of the news in this browser: each message is told once, by one tab. */
export function claimNotification(news: LatestUnread): MessageNotification | undefined {
  const before = readStored<Told>(toldKey, { remind: 0, announce: 0 }, isTold)
  const { notice, told } = unseenNotifications(news, before)
  if (notice) writeStored(toldKey, told)
  return notice
}

/** Whether the browser can show notices outside the page at all. */
export const canNotify = (): boolean => 'Notification' in globalThis

/** Whether the person has turned the browser's notices on here, and the browser allows them. */
export const hasBrowserNotifications = (): boolean =>
  canNotify() && Notification.permission === 'granted' && readStored(wantedKey, false)

/**
 * Turns the browser's notices on or off; asks the browser when they go on.
 *
 * @returns whether they are on now
 */
export async function setBrowserNotifications(on: boolean): Promise<boolean> {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === 'granted'
  writeStored(wantedKey, allowed)
  return allowed
}

/** Shows a notice outside the page. @returns false when the browser would not, as on phones */
export function showBrowserNotification(title: string, body: string, onOpen: () => void): boolean {
  if (!hasBrowserNotifications()) return false
  try {
    const notice = new Notification(title, { body, tag: 'docstead' })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      onOpen()
    })
    return true
  } catch {
    return false
  }
}

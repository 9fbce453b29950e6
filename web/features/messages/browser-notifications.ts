import { readStored, writeStored } from '#web/lib/storage.ts'
import type { LatestUnread } from './atoms.ts'

const notifiedKey = 'docstead.told'
const wantedKey = 'docstead.browser-notices'

type Reported = { remind: number; announce: number }
const isReported = (value: unknown): value is Reported =>
  typeof value === 'object' && value !== null && 'remind' in value && 'announce' in value

/** A new message to notify about: a reminder before an announcement. */
export type MessageNotification =
  | { kind: 'remind'; remind: NonNullable<LatestUnread['remind']> }
  | { kind: 'announce'; announce: NonNullable<LatestUnread['announce']> }

/** Returns the first message that was not shown before, and the ids shown afterwards. Ids only grow. */
export function unseenNotifications(
  { remind, announce }: LatestUnread,
  notified: Reported,
): { notice?: MessageNotification; notified: Reported } {
  const isNew = {
    remind: remind && Number(remind.id) > notified.remind,
    announce: announce && Number(announce.id) > notified.announce,
  }
  const next = {
    remind: isNew.remind && remind ? Number(remind.id) : notified.remind,
    announce: isNew.announce && announce && !isNew.remind ? Number(announce.id) : notified.announce,
  }
  if (remind && isNew.remind) return { notice: { kind: 'remind', remind }, notified: next }
  if (announce && isNew.announce) return { notice: { kind: 'announce', announce }, notified: next }
  return { notified: notified }
}

/** Returns the message to notify about in this browser: each message is shown once, by one tab. */
export function claimNotification(news: LatestUnread): MessageNotification | undefined {
  const before = readStored<Reported>(notifiedKey, { remind: 0, announce: 0 }, isReported)
  const { notice, notified: shownIds } = unseenNotifications(news, before)
  if (notice) writeStored(notifiedKey, shownIds)
  return notice
}

/** Whether the browser supports notifications. */
export const canNotify = (): boolean => 'Notification' in globalThis

/** Whether the user has turned browser notifications on here, and the browser allows them. */
export const hasBrowserNotifications = (): boolean =>
  canNotify() && Notification.permission === 'granted' && readStored(wantedKey, false)

/**
 * Turns browser notifications on or off; asks for the browser's permission when they are turned on.
 *
 * @returns whether they are on now
 */
export async function setBrowserNotifications(on: boolean): Promise<boolean> {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === 'granted'
  writeStored(wantedKey, allowed)
  return allowed
}

/** Shows a browser notification. @returns false when the browser cannot, as on phones */
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

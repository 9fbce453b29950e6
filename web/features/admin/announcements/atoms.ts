import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { addressAtom, parsePage } from '../address.ts'
import { queryStateAtom } from '../query-state.ts'

/** An announcement, as the server lists it; `addtime` is the time of publication. */
export type Announcement = Awaited<ReturnType<typeof api.adminMessage.listAnnouncements>>[number]

/** Announcements per page. */
export const announcementCount = 20

const placeAtom = addressAtom(['page'])

/** The announcements that the URL query selects, including scheduled ones. */
export const announcementsAtom = queryStateAtom((get) =>
  api.adminMessage.listAnnouncements({
    page: parsePage(new URLSearchParams(get(placeAtom))),
    count: announcementCount,
  }),
)

/** Publishes an announcement. @param sendAt Unix seconds; 0 for now */
export const announceAtom = atom(null, async (_get, set, message_content: string, sendAt: number) => {
  await api.adminMessage.addAnnouncement({ message_content, send_at: sendAt })
  await set(announcementsAtom)
})

/** Withdraws an announcement: it is no longer visible to anyone. */
export const withdrawAnnouncementAtom = atom(null, async (_get, set, { id }: Announcement) => {
  try {
    await api.adminMessage.deleteAnnouncement({ id })
  } finally {
    await set(announcementsAtom)
  }
})

import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { addressAtom, parsePage } from '../address.ts'
import { queryStateAtom } from '../query-state.ts'

/** One announcement, as the server lists it; `addtime` is when it is shown from. */
export type Announcement = Awaited<ReturnType<typeof api.adminMessage.listAnnouncements>>[number]

/** How many announcements are shown at once. */
export const announcementCount = 20

const placeAtom = addressAtom(['page'])

/** The announcements that the address asks for, those of the future included. */
export const announcementsAtom = queryStateAtom((get) =>
  api.adminMessage.listAnnouncements({
    page: parsePage(new URLSearchParams(get(placeAtom))),
    count: announcementCount,
  }),
)

/** Announces something. @param sendAt Unix seconds; 0 for now */
export const announceAtom = atom(null, async (_get, set, message_content: string, sendAt: number) => {
  await api.adminMessage.addAnnouncement({ message_content, send_at: sendAt })
  await set(announcementsAtom)
})

/** Takes an announcement back: nobody sees it any more. */
export const withdrawAnnouncementAtom = atom(null, async (_get, set, { id }: Announcement) => {
  try {
    await api.adminMessage.deleteAnnouncement({ id })
  } finally {
    await set(announcementsAtom)
  }
})

import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'
import type { Change } from './changes.ts'

/** As many as a call gives. The whole log has 300 at most, so that all of it can be looked through here. */
const atOnce = 100

type Read = { changes: Change[] } | { error: unknown }

async function readChanges(item_id: string): Promise<Read> {
  try {
    const { list, total } = await api.item.getChangeLog({ item_id, page: 1, count: atOnce })
    const others = Array.from({ length: Math.max(0, Math.ceil(total / atOnce) - 1) }, (_, at) =>
      api.item.getChangeLog({ item_id, page: at + 2, count: atOnce }),
    )
    return { changes: [list, ...(await Promise.all(others)).map((one) => one.list)].flat() }
  } catch (error) {
    return { error }
  }
}

/** All that is kept of an item's changes, newest first, or why it is not known; undefined while it is read. */
export const changesAtom = (item_id: string) => unwrap(atom(() => readChanges(item_id)))

import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'
import type { Change } from './changes.ts'

/** The maximum per call. The whole log has at most 300 entries, so it can be loaded and filtered here. */
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

/** All logged changes of an item, newest first, or the error; undefined while loading. */
export const changesAtom = (item_id: string) => unwrap(atom(() => readChanges(item_id)))

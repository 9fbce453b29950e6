import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'

type Detail = Awaited<ReturnType<typeof api.item.detail>>
type Read = { detail: Detail } | { error: unknown }

async function readDetail(item_id: string): Promise<Read> {
  try {
    return { detail: await api.item.detail({ item_id }) }
  } catch (error) {
    return { error }
  }
}

/**
 * An item with its details for managers, or the error; undefined at first. Setting it refetches; the previous value
 * stays in the meantime.
 */
export const detailAtom = (item_id: string) => {
  const version = atom(0)
  const read = unwrap(
    atom((get) => {
      get(version)
      return readDetail(item_id)
    }),
    (former) => former,
  )
  return atom(
    (get) => get(read),
    (_get, set) => set(version, (former) => former + 1),
  )
}

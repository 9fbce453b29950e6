import { atom } from 'jotai'
import { atomWithRefresh, unwrap } from 'jotai/utils'
import { getItemType } from '#shared/item-types.ts'
import { api } from '#web/lib/api.ts'
import type { NestedCatalog } from './catalog-paths.ts'

type Read = { catalogs: readonly NestedCatalog[] } | { error: unknown }

async function readCatalogs(item_id: string): Promise<Read> {
  try {
    return { catalogs: await api.catalog.catListGroup({ item_id }) }
  } catch (error) {
    return { error }
  }
}

/** The catalogs of an item, or the error; undefined while they load. Writing to it reloads them. */
export const catalogsAtom = (item_id: string) => unwrap(atomWithRefresh(() => readCatalogs(item_id)))

/** An item that can be selected. */
interface ItemChoice {
  value: string
  label: string
  hint: string
}

async function readItems(here: { item_id: string; item_name: string }): Promise<ItemChoice[]> {
  const own = { value: here.item_id, label: here.item_name, hint: '' }
  try {
    const items = await api.item.myList()
    const others = items.filter(
      ({ item_id, item_type, is_archived }) =>
        item_id !== here.item_id && getItemType(item_type).hasFolders && is_archived !== '1',
    )
    return [own, ...others.map((item) => ({ value: item.item_id, label: item.item_name, hint: item.item_description }))]
  } catch {
    return [own] // the current item can always be selected
  }
}

/** The items that content of the item `here` may be moved or copied to, itself first. */
export const itemsToWriteAtom = (here: { item_id: string; item_name: string }) =>
  unwrap(
    atom(() => readItems(here)),
    () => [{ value: here.item_id, label: here.item_name, hint: '' }],
  )

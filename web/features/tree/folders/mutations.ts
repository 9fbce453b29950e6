import { atom } from 'jotai'
import type { Menu } from '#shared/contract/item.ts'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { buildTree, type CatalogNode, notifyTreeChanged, type TreeNode } from '#web/features/item/tree/index.ts'
import { api } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { applyName, applyPositions, getCurrentPositions, getPositionKey, type TreePosition } from './positions.ts'

/** Shows the menu of an item as an action will leave it. */
const showMenuAtom = atom(null, (get, set, item_id: string, change: (menu: Menu) => Menu) => {
  const source = get(itemsAtom).of(item_id)
  const answer = get(source)
  if (answer && 'value' in answer) void set(source, { value: { ...answer.value, menu: change(answer.value.menu) } })
})

/** Reloads the tree of an item, here and in the other tabs. */
const readTreeAgainAtom = atom(null, async (get, set, item_id: string) => {
  notifyTreeChanged(item_id, false)
  const source = get(itemsAtom).of(item_id)
  if (get(source)) await set(source, 0)
})

/**
 * Queues position changes for the server: one request at a time; changes made during a request are sent together in the
 * next.
 */
class PositionQueue {
  #waiting = new Map<string, TreePosition>()
  #former = new Map<string, TreePosition>()
  #isRunning = false

  /** Whether a request is running: its sender also sends what is added now. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** @param former the former positions, which restore the order if the server rejects the change */
  add(places: readonly TreePosition[], former: readonly TreePosition[]): void {
    for (const place of places) this.#waiting.set(getPositionKey(place), place)
    for (const place of former)
      if (!this.#former.has(getPositionKey(place))) this.#former.set(getPositionKey(place), place)
  }

  /**
   * Sends until the queue is empty. Rejects with the error of `send`; `takeFormer` then returns the former positions.
   */
  async run(send: (places: TreePosition[]) => Promise<unknown>): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#waiting.size > 0) {
        // the change is rendered first: serializing thousands of positions takes a while
        await new Promise((done) => setTimeout(done))
        const places = [...this.#waiting.values()]
        this.#waiting.clear()
        await send(places)
        if (this.#waiting.size === 0) this.#former.clear()
      }
    } finally {
      this.#waiting.clear()
      this.#isRunning = false
    }
  }

  /** Returns the former positions of everything the server has not accepted, and clears them. */
  takeFormer(): TreePosition[] {
    const former = [...this.#former.values()]
    this.#former.clear()
    return former
  }
}

const queues = new Map<string, PositionQueue>()

function queueOf(item_id: string): PositionQueue {
  const queue = queues.get(item_id) ?? new PositionQueue()
  queues.set(item_id, queue)
  return queue
}

/** Returns the current positions of the nodes of `places`. */
export const positionsBeforeAtom = atom(
  null,
  (get, _set, item_id: string, places: readonly TreePosition[]): TreePosition[] => {
    const answer = get(get(itemsAtom).of(item_id))
    return answer && 'value' in answer ? getCurrentPositions(buildTree(answer.value.menu), places) : []
  },
)

/**
 * Moves pages and catalogs, optimistically on screen; what the server rejects is reverted. A call during another
 * resolves at once: the running one sends its positions too.
 */
export const arrangeAtom = atom(null, async (_get, set, item_id: string, places: readonly TreePosition[]) => {
  const queue = queueOf(item_id)
  queue.add(places, set(positionsBeforeAtom, item_id, places))
  set(showMenuAtom, item_id, (menu) => applyPositions(menu, places))
  if (queue.isRunning) return
  try {
    await queue.run((cats) => api.catalog.batUpdate({ item_id, cats: JSON.stringify(cats) }))
    notifyTreeChanged(item_id, false)
  } catch (error) {
    const former = queue.takeFormer()
    set(showMenuAtom, item_id, (menu) => applyPositions(menu, former))
    void set(readTreeAgainAtom, item_id)
    throw error
  }
})

const renamingInTurn = createSerialQueue()

/** The latest name of a catalog, until the server has responded. */
const wanted = new Map<string, string>()

/**
 * Renames a catalog, optimistically on screen; what the server rejects is reverted, unless it has been renamed again in
 * the meantime. Names are sent one after another, so that the last one wins.
 */
export const renameCatalogAtom = atom(null, async (_get, set, item_id: string, catalog: CatalogNode, name: string) => {
  wanted.set(catalog.id, name)
  set(showMenuAtom, item_id, (menu) => applyName(menu, catalog.id, name))
  const isLast = () => wanted.get(catalog.id) === name
  try {
    await renamingInTurn(() => api.catalog.save({ item_id, cat_id: catalog.id, cat_name: name }))
    if (isLast()) notifyTreeChanged(item_id, false)
  } catch (error) {
    if (isLast()) {
      set(showMenuAtom, item_id, (menu) => applyName(menu, catalog.id, catalog.title))
      void set(readTreeAgainAtom, item_id)
    }
    throw error
  } finally {
    if (isLast()) wanted.delete(catalog.id)
  }
})

/** Creates a catalog in the catalog `parent_cat_id`, 0 for the top level. @returns its id */
export const addCatalogAtom = atom(
  null,
  async (_get, set, item_id: string, parent_cat_id: string, cat_name: string) => {
    const cat_id = await api.catalog.save({ item_id, cat_id: 0, cat_name, parent_cat_id })
    await set(readTreeAgainAtom, item_id)
    return String(cat_id)
  },
)

/** Deletes a catalog; its pages go to the recycle bin. */
export const deleteCatalogAtom = atom(null, async (_get, set, item_id: string, cat_id: string) => {
  try {
    await api.catalog.delete({ cat_id })
  } finally {
    await set(readTreeAgainAtom, item_id)
  }
})

/** Restores a deleted catalog with everything that was deleted with it. */
export const restoreCatalogAtom = atom(null, async (_get, set, item_id: string, cat_id: string) => {
  await api.recycle.recoverCatalog({ item_id, cat_id })
  await set(readTreeAgainAtom, item_id)
})

/** Moves a page to the recycle bin. */
export const deletePageAtom = atom(null, async (_get, set, item_id: string, page_id: string) => {
  try {
    await api.page.delete({ page_id })
  } finally {
    await set(readTreeAgainAtom, item_id)
  }
})

/** Restores a deleted page. */
export const restorePageAtom = atom(null, async (_get, set, item_id: string, page_id: string) => {
  await api.recycle.recover({ item_id, page_id })
  await set(readTreeAgainAtom, item_id)
})

/** The destination of a copy or a move. */
export interface MoveDestination {
  item_id: string
  /** 0 for the top level. */
  cat_id: number
}

/**
 * Copies or moves a page, or a catalog with its contents, also to another item.
 *
 * @returns the id of the page there; undefined for a catalog
 */
export const moveOrCopyAtom = atom(
  null,
  async (
    _get,
    set,
    item_id: string,
    node: TreeNode,
    to: MoveDestination,
    isMove: boolean,
  ): Promise<string | undefined> => {
    const { item_id: to_item_id, cat_id } = to
    const is_del = isMove ? 1 : 0
    const carry = async () => {
      if (node.kind === 'page') return api.page.copy({ page_id: node.id, to_cat_id: cat_id, to_item_id, is_del })
      await api.catalog.copy({ cat_id: node.id, new_p_cat_id: cat_id, to_item_id, is_del })
      return undefined
    }
    const carried = await carry()
    await set(readTreeAgainAtom, item_id)
    if (to_item_id !== item_id) await set(readTreeAgainAtom, to_item_id)
    return carried?.page_id
  },
)

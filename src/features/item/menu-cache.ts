import { LRUCache } from 'lru-cache'
import type { Menu } from '#shared/contract/item.ts'
import type { App } from '#src/core/app.ts'
import type { SerializedJson } from '#src/core/serialized-json.ts'

/** The whole menu of an item. */
export interface WholeMenu {
  menu: Menu
  /** The menu as serialized JSON for the response. */
  serialized: SerializedJson
  /** Whether the menu has a draft page, which not everyone may see. */
  hasDrafts: boolean
}

interface Stored extends WholeMenu {
  revision: number
}

// The maximum total size of all cached menus, as JSON, and their maximum number.
const bytesMost = 64_000_000
const menusMost = 2000

/**
 * Caches menus by item in memory, each with its tree's revision. Every change of a tree makes a new revision, so an
 * outdated menu is never returned. The least recently used menus are evicted first.
 */
export class MenuCache {
  readonly #menus = new LRUCache<number, Stored>({
    max: menusMost,
    maxSize: bytesMost,
    sizeCalculation: ({ serialized }) => serialized.bytes.length,
  })

  /** Returns the menu of an item at `revision` of its tree, or undefined. */
  find(item_id: number, revision: number): WholeMenu | undefined {
    const cached = this.#menus.get(item_id)
    return cached?.revision === revision ? cached : undefined
  }

  /** Stores a menu, replacing the item's former one. */
  store(item_id: number, revision: number, whole: WholeMenu): void {
    this.#menus.set(item_id, { ...whole, revision })
  }
}

const caches = new WeakMap<App, MenuCache>()

/** Returns the menu cache of an app. */
export function getMenuCache(app: App): MenuCache {
  const known = caches.get(app) ?? new MenuCache()
  caches.set(app, known)
  return known
}

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
  sizeBytes: number
}

// The maximum total size of all cached menus, as JSON, and their maximum number.
const bytesMost = 64_000_000
const menusMost = 2000

/**
 * Caches menus by item in memory, each with its tree's revision. Every change of a tree makes a new revision, so an
 * outdated menu is never returned. The least recently used menus are evicted first.
 */
export class MenuCache {
  readonly #menus = new Map<number, Stored>()
  #bytes = 0

  /** Returns the menu of an item at `revision` of its tree, or undefined. */
  find(item_id: number, revision: number): WholeMenu | undefined {
    const cached = this.#menus.get(item_id)
    if (cached?.revision !== revision) return undefined
    this.#menus.delete(item_id)
    this.#menus.set(item_id, cached)
    return cached
  }

  /** Stores a menu, replacing the item's former one. */
  store(item_id: number, revision: number, whole: WholeMenu): void {
    this.#drop(item_id)
    const sizeBytes = whole.serialized.bytes.length
    if (sizeBytes > bytesMost) return
    this.#menus.set(item_id, { ...whole, revision, sizeBytes })
    this.#bytes += sizeBytes
    for (const oldest of this.#menus.keys()) {
      if (this.#bytes <= bytesMost && this.#menus.size <= menusMost) break
      this.#drop(oldest)
    }
  }

  #drop(item_id: number): void {
    this.#bytes -= this.#menus.get(item_id)?.sizeBytes ?? 0
    this.#menus.delete(item_id)
  }
}

const caches = new WeakMap<App, MenuCache>()

/** Returns the menu cache of an app. */
export function getMenuCache(app: App): MenuCache {
  const known = caches.get(app) ?? new MenuCache()
  caches.set(app, known)
  return known
}

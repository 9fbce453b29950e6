import type { Menu } from '#contract/item.ts'
import type { App } from '#src/core/app.ts'
import type { SerializedJson } from '#src/core/serialized-json.ts'

/** The whole menu of an item. */
export interface WholeMenu {
  menu: Menu
  /** The same, as it goes over the wire. */
  serialized: SerializedJson
  /** Whether a page in it is a draft, which not everybody may see. */
  hasDrafts: boolean
}

interface Kept extends WholeMenu {
  revision: number
  sizeBytes: number
}

// What all kept menus together may take, counted as JSON, and how many may be kept.
const bytesMost = 64_000_000
const menusMost = 2000

/**
 * Menus by item, each with the revision of the tree that it shows: a change of the tree makes a new revision, so an old
 * one is never given. In memory; what has not been asked for longest goes first.
 */
export class MenuCache {
  readonly #menus = new Map<number, Kept>()
  #bytes = 0

  /** The menu of an item as its tree is at `revision`, or undefined. */
  find(item_id: number, revision: number): WholeMenu | undefined {
    const kept = this.#menus.get(item_id)
    if (kept?.revision !== revision) return undefined
    this.#menus.delete(item_id)
    this.#menus.set(item_id, kept)
    return kept
  }

  /** Keeps a menu in the place of the item's former one. */
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

/** The menus that an app keeps. */
export function getMenuCache(app: App): MenuCache {
  const known = caches.get(app) ?? new MenuCache()
  caches.set(app, known)
  return known
}

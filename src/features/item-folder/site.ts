import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { Menu } from '#shared/contract/item.ts'
import { getItemType } from '#shared/item-types.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'

/** The site that a folder is synchronised with, as somebody who may do there what they may do. */
export interface ItemSite {
  /** Its address; '' for the data folder of this machine. */
  address: string
  /** Throws `AppError` for errors of the site. */
  client: Client<Contract>
  /** Returns the time of the site's last response, Unix seconds; 0 when it is not known. */
  now(): number
}

/** A page in the tree of the site. */
export interface SitePage {
  page_id: number
  cat_id: number
  title: string
  order: number
  saved: number
  isApi: boolean
}

/** A catalog in the tree of the site. */
export interface SiteCatalog {
  cat_id: number
  parent: number
  name: string
  order: number
  /** From 1, for a catalog at the top. */
  level: number
}

/** The tree of an item, as far as the caller may see it. */
export interface SiteTree {
  item_id: number
  item_name: string
  domain: string
  isSheet: boolean
  isArchived: boolean
  pages: Map<number, SitePage>
  catalogs: Map<number, SiteCatalog>
  /** When it was read, Unix seconds; 0 when that is not known. */
  readAt: number
}

/** Reads the tree of an item, by its number or its own address. @throws {AppError} those of `item/info` */
export async function readTree(site: ItemSite, item: string | number): Promise<SiteTree> {
  const info = await site.client.item.info({ item_id: item })
  // another program may answer as well
  if (!Array.isArray((info as Partial<typeof info> | undefined)?.menu?.pages))
    throw new StartError('siteUnreachable', { url: site.address })
  const tree: SiteTree = {
    item_id: Number(info.item_id),
    item_name: info.item_name,
    domain: info.item_domain,
    isSheet: getItemType(info.item_type).hasJsonPages,
    isArchived: String(info.is_archived) === '1',
    pages: new Map(),
    catalogs: new Map(),
    readAt: site.now(),
  }
  const visit = (branch: Menu, cat_id: number, level: number) => {
    for (const page of branch.pages)
      tree.pages.set(Number(page.page_id), {
        page_id: Number(page.page_id),
        cat_id,
        title: page.page_title,
        order: Number(page.s_number),
        saved: Number(page.addtime),
        isApi: page.ext_info.includes('"page_type"') && !page.ext_info.includes('"regular"'),
      })
    for (const catalog of branch.catalogs) {
      const own = Number(catalog.cat_id)
      const above = level === 0 ? 0 : cat_id
      const { cat_name: name, s_number } = catalog
      tree.catalogs.set(own, {
        cat_id: own,
        parent: above,
        name,
        order: Number(s_number),
        level: Number(catalog.level) - 1,
      })
      visit(catalog, own, level + 1)
    }
  }
  visit(info.menu as Menu, 0, 0)
  return tree
}

/** A page with its text. */
export interface SiteText {
  page_id: number
  cat_id: number
  title: string
  version: number
  saved: number
  text: string
  attachments: number
}

/** Reads a page; undefined when it is gone. */
export async function readPage(site: ItemSite, page_id: number): Promise<SiteText | undefined> {
  const page = await whenThere(site.client.page.info({ page_id }), 'pageGone')
  return (
    page && {
      page_id,
      cat_id: Number(page.cat_id),
      title: page.page_title,
      version: Number(page.page_version),
      saved: Number(page.save_time),
      text: page.page_content,
      attachments: page.attachment_count,
    }
  )
}

/** Returns the text that a page had in a version; undefined when its history no longer has it. */
export async function readVersion(site: ItemSite, page_id: number, version: number): Promise<string | undefined> {
  const versions = await site.client.page.history({ page_id, without_text: true })
  const found = versions.find((one) => Number(one.page_version) === version)
  if (!found) return undefined
  const { page_history_id } = found
  const both = await whenThere(site.client.page.diff({ page_id, page_history_id }), 'historyGone')
  return both?.history_page.page_content
}

/** Returns what a call gives; undefined when it throws the error with this name. */
export async function whenThere<T>(call: Promise<T>, name: string): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AppError && error.errorName === name) return undefined
    throw error
  }
}

const waitMs = 2000
const triesMost = 60

/** Repeats a call while the site says that there are too many. @throws {AppError} tooManyRequests after two minutes */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof AppError) || error.errorName !== 'tooManyRequests' || tries === triesMost) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Runs a function on each of a list, a few at a time. */
export async function eachOf<T>(list: Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list].values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

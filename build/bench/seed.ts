import { readManifest } from '#build/bench/processes.ts'
import type { Running, Site } from '#build/bench/site.ts'
import { pageText, pageTitle } from '#build/bench/texts.ts'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'

/** A page of a seeded site. */
export type SeededPage = { item_id: number; page_id: number; number: number }

/** The size of a site. */
export type Size = { name: string; items: number; pagesOfItem: number }

/** The sizes by name. Source: performance 1. */
const sizes: Record<string, Size> = {
  S: { name: 'S', items: 5, pagesOfItem: 50 },
  M: { name: 'M', items: 50, pagesOfItem: 200 },
  L: { name: 'L', items: 200, pagesOfItem: 500 },
}

/** Parses a size: S, M, L, or a custom one such as `3x40` (items, pages of each). @throws for any other word */
export function parseSize(word: string): Size {
  const own = /^(\d{1,4})x(\d{1,4})$/.exec(word)
  const size = own ? { name: word, items: Number(own[1]), pagesOfItem: Number(own[2]) } : sizes[word.toUpperCase()]
  if (!size || size.items === 0 || size.pagesOfItem === 0) throw new Error(`no size '${word}': S, M, L, or like 3x40`)
  return size
}

/** The owner of everything on a seeded site. */
export const owner = 'bench'

// More in parallel would only wait in the server's queue.
const atOnce = 8

async function each<T>(values: readonly T[], operation: (value: T) => Promise<unknown>): Promise<void> {
  let at = 0
  const worker = async () => {
    for (let value = values[at++]; value !== undefined; value = values[at++]) await operation(value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const catalogEvery = 25

/** Creates an item with catalogs two levels deep and `pages` pages inside and outside of them; returns its pages. */
async function seedItem(
  client: Client<Contract>,
  name: string,
  pages: readonly number[],
  textFor: (number: number) => string,
): Promise<SeededPage[]> {
  const { item_id } = await client.item.add({ item_name: name })
  const cat_ids = [0]
  for (let at = 0; at < Math.ceil(pages.length / catalogEvery); at++) {
    const parent_cat_id = at % 3 === 2 ? (cat_ids.at(-1) ?? 0) : 0
    cat_ids.push(await client.catalog.save({ item_id, cat_name: `目录 ${at}`, parent_cat_id }))
  }
  const seeded: SeededPage[] = []
  await each(pages, async (number) => {
    const cat_id = cat_ids[number % cat_ids.length] ?? 0
    const page = { item_id, cat_id, page_title: pageTitle(number), page_content: textFor(number) }
    const { page_id } = await client.page.save(page)
    seeded.push({ item_id, page_id: Number(page_id), number })
  })
  return seeded.sort((one, other) => one.number - other.number)
}

/** Fills a site of `size` through its own API: items with catalogs, pages saved twice each, a member, stars. */
export async function seedSize(site: Site, running: Running, size: Size): Promise<SeededPage[]> {
  const client = site.client(running, owner)
  site.person('reader')
  const all: SeededPage[] = []
  for (let at = 0; at < size.items; at++) {
    const numbers = Array.from({ length: size.pagesOfItem }, (_, page) => at * size.pagesOfItem + page)
    const pages = await seedItem(client, `Item ${at} 项目`, numbers, (number) => pageText(number))
    await each(pages, ({ item_id, page_id, number }) =>
      client.page.save({ item_id, page_id, page_title: pageTitle(number), page_content: pageText(number, 1) }),
    )
    const item_id = pages[0]?.item_id ?? 0
    if (at % 2 === 0) await client.member.save({ item_id, username: 'reader', member_group_id: 1 })
    if (at % 3 === 0) await client.item.star({ item_id })
    all.push(...pages)
  }
  return all
}

/** How many items these users have. */
const itemCounts = { fifty: 50, twohundred: 200 }

type Collector = keyof typeof itemCounts

/** Data that does not depend on the size of a site: large and small objects of each kind. */
export type Shapes = {
  largeItem: number
  /** Pages with as many former versions as are kept. */
  olderPages: number[]
  /** Users with many items. */
  uids: Record<Collector, string>
  /** The address of a file, without the origin. */
  attachment: string
  /** The address of the script that each page loads first, without the origin. */
  webFile: string
}

/** Creates a user with `count` items, some of them starred; returns the user's id. */
async function seedCollector(client: Client<Contract>, name: string, count: number): Promise<string> {
  for (let at = 0; at < count; at++) {
    const { item_id } = await client.item.add({ item_name: `${name} ${at} 项目`, item_description: '说明 description' })
    if (at % 5 === 0) await client.item.star({ item_id })
  }
  const [first] = await client.item.myList()
  return first?.uid ?? ''
}

const versions = 20
const olderPages = 5

/** Gives some pages as many former versions as are kept. */
const seedVersions = (client: Client<Contract>, pages: readonly SeededPage[]): Promise<void> =>
  each(pages, async ({ item_id, page_id, number }) => {
    for (let version = 1; version <= versions; version++) {
      const page_content = pageText(number, version)
      await client.page.save({ item_id, page_id, page_title: pageTitle(number), page_content })
    }
  })

const fileBytes = 200_000

/** Attaches a text file of 200 KB to a page; returns its address. */
async function seedFile(client: Client<Contract>, { item_id, page_id }: SeededPage): Promise<string> {
  const bytes = Buffer.from(pageText(1, 1, fileBytes)).subarray(0, fileBytes)
  // Cut between two characters: invalid UTF-8 is rejected.
  const file = new File([bytes.toString('utf8').replaceAll('\uFFFD', '')], 'report.txt')
  const { url } = await client.attachment.attachmentUpload({ item_id, page_id, file })
  return url
}

/** Fills a site with an item of this many pages, users with many items, pages with many versions, and a file. */
export async function seedShapes(site: Site, running: Running, largeItemPages: number): Promise<Shapes> {
  const client = site.client(running, owner)
  const numbers = Array.from({ length: largeItemPages }, (_, number) => number)
  const pages = await seedItem(client, 'Large 大项目', numbers, (number) => pageText(number, 0, 600))
  const [first] = pages
  if (!first) throw new Error('an item without pages')
  const collector = (name: Collector) => seedCollector(site.client(running, name), name, itemCounts[name])
  const uids = { fifty: await collector('fifty'), twohundred: await collector('twohundred') }
  const older = pages.slice(0, olderPages)
  await seedVersions(client, older)
  const attachment = await seedFile(client, first)
  const { entry } = readManifest()
  const page_ids = older.map((page) => page.page_id)
  return { largeItem: first.item_id, olderPages: page_ids, uids, attachment, webFile: `/${entry.js}` }
}

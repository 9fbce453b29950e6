import { z } from 'zod'
import { maxItemType } from '#shared/item-types.ts'
import { query } from './endpoint.ts'
import { DigitString, Id, Int, OptionalId, pagingFields, Secret, Text } from './fields.ts'

/** A search expression: words, all of which must occur. Source: security rules 3 for its length. */
export const Keyword = Text(200).optional().default('')

/** The matches in a text, for highlighting: start and length of each, in UTF-16 units. */
const Marks = z.array(z.tuple([z.number(), z.number()]))

/** A page that was found. */
export const SearchHit = z.object({
  item_id: DigitString,
  item_name: z.string(),
  item_domain: z.string(),
  page_id: DigitString,
  page_title: z.string(),
  title_marks: Marks,
  /** The catalogs of the page, the first level first. */
  path: z.array(z.object({ cat_id: DigitString, cat_name: z.string() })),
  /** Where the words were found: the worst of the kinds, if there are several words. */
  kind: z.enum(['title', 'heading', 'text', 'code']),
  snippet: z.string(),
  snippet_marks: Marks,
  /** The heading above the hit; empty above the first one. */
  heading: z.string(),
  /** What follows `#` in an address that leads to that heading; empty for the beginning of the page. */
  anchor: z.string(),
  author_uid: DigitString,
  author_username: z.string(),
  /** Their name, if they have an account and a name. */
  author_name: z.string().optional(),
  /** When it was last saved, Unix seconds. */
  addtime: DigitString,
})

/** An item that was found by its name or description. */
export const SearchedItem = z.object({
  item_id: DigitString,
  item_name: z.string(),
  item_domain: z.string(),
  item_type: DigitString,
  item_description: z.string(),
  is_archived: DigitString,
  name_marks: Marks,
})

/** Calls that search everything that the caller may read. */
export const search = {
  query: query({
    summary: [
      'Search your projects, or one project (`item_id`), for pages and projects that contain all words, best match first',
      '在我的项目或一个项目（item_id）中搜索，最相关的在前',
    ],
    access: 'anyone',
    input: z.object({
      keyword: Keyword,
      /** Left out: all items that the caller owns or is a member of. */
      item_id: OptionalId,
      /** Only items of this type; left out: of every type. */
      item_type: Int(0, maxItemType).optional(),
      /** Only pages last saved by this person, by user name or name; then no items are returned. */
      author_username: Text(100).optional(),
      /** Only pages saved at this time or later, Unix seconds; then no items are returned. */
      saved_since: Int(0, 1e11).optional(),
      ...pagingFields(20),
      _item_pwd: Secret.optional(),
    }),
    output: z.object({
      list: z.array(SearchHit),
      /** Whether there are more pages, or may be: a search that takes long ends early. */
      more: z.boolean(),
      /** Items by their name and description, on the first page of results only. */
      items: z.array(SearchedItem),
    }),
    errors: ['keywordNeeded', 'notLoggedIn', 'itemPasswordNeeded'],
  }),
}

/** The response of `item/search`, as existing clients know it. */
export const ItemSearch = {
  summary: ['Search a project for pages that contain all words', '在一个项目中搜索页面'] as const,
  input: z.object({ item_id: Id, keyword: Keyword, _item_pwd: Secret.optional() }),
  output: z.object({
    item_id: z.number(),
    item_name: z.string(),
    pages: z.array(
      z.object({
        page_id: DigitString,
        author_uid: DigitString,
        author_username: z.string(),
        item_id: z.number(),
        cat_id: DigitString,
        page_title: z.string(),
        s_number: DigitString,
        addtime: DigitString,
        page_comments: z.string(),
        is_del: DigitString,
        page_addtime: DigitString,
        ext_info: z.string(),
        is_draft: DigitString,
        /** The text around the first hit in it. */
        search_content: z.string(),
        item_name: z.string(),
      }),
    ),
  }),
}

import { z } from 'zod'
import { maxItemType } from '#shared/item-types.ts'
import { about, query } from './endpoint.ts'
import { type Description, described, Int, OptionalId, pagingFields, SentText, Text } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

const keywordText: Description = [
  'Search words: all must occur, each may be part of a longer word; case and full or half width don’t matter',
  '关键词，须全部出现；可匹配部分文字，不区分大小写与全半角',
]
const titleMarksText: Description = [
  'Pieces to highlight: start and length of each, in UTF-16 units',
  '需要标记的片段：起点与长度，以 UTF-16 单元计',
]

/** A search expression: words, all of which must occur. Source: security rules 3 for its length. */
export const Keyword = Text(200).optional().default('')

/** The matches in a text, for highlighting: start and length of each, in UTF-16 units. */
const Marks = z.array(z.tuple([z.number(), z.number()]))

/** A page that was found. */
const SearchHit = z.object({
  item_id: outputs.item_id,
  item_name: outputs.item_name,
  item_domain: outputs.item_domain,
  page_id: outputs.page_id,
  page_title: outputs.page_title,
  title_marks: described(Marks, titleMarksText),
  path: described(z.array(z.object({ cat_id: outputs.cat_id, cat_name: outputs.cat_name })), [
    'Folders above the page, top level first',
    '页面所在的目录，从一级目录开始',
  ]),
  /** Where the words were found: the worst of the kinds, if there are several words. */
  kind: described(z.enum(['title', 'heading', 'text', 'code']), ['Where the match was found', '命中的位置']),
  snippet: described(z.string(), ['Text around the first match', '首个命中处附近的内容']),
  snippet_marks: described(Marks, titleMarksText),
  heading: described(z.string(), [
    'Heading above the match; empty before the first heading',
    '命中处所属的标题；在首个标题之前时为空',
  ]),
  anchor: described(z.string(), [
    'Part after `#` in the URL that leads to the heading',
    '地址中 `#` 之后指向该标题的部分',
  ]),
  author_uid: outputs.author_uid,
  author_username: outputs.author_username,
  author_name: outputs.author_name,
  addtime: outputs.saved_seconds,
})

/** An item that was found by its name or description. */
const SearchedItem = z.object({
  item_id: outputs.item_id,
  item_name: outputs.item_name,
  item_domain: outputs.item_domain,
  item_type: outputs.item_type,
  item_description: outputs.item_description,
  is_archived: outputs.is_archived,
  name_marks: described(Marks, titleMarksText),
})

/** Calls that search everything that the caller may read. */
export const search = {
  ...about({
    title: ['Search', '搜索'],
    text: ['Search everything that the caller can read.', '在调用者可以阅读的全部内容中搜索。'],
  }),
  query: query({
    summary: [
      'Search your projects, or one project (`item_id`), for pages and projects that contain all words, best match first',
      '在我的项目或一个项目（item_id）中搜索，最相关的在前',
    ],
    access: 'anyone',
    targets: { item: { item: 'view', by: 'item_id' } },
    input: () =>
      z.object({
        keyword: described(Keyword, keywordText),
        item_id: described(OptionalId, [
          'Project; 0 for all projects you own or are a member of',
          '项目；0 表示自己拥有或参与的全部项目',
        ]),
        item_type: described(Int(0, maxItemType).optional(), [
          'Only projects of this type; omit for all types',
          '只搜索该类型的项目；不传表示全部类型',
        ]),
        author_username: described(Text(100).optional(), [
          'Only pages last saved by this person (username or name); no projects are returned then',
          '只搜索最后由此用户（用户名或姓名）保存的页面；此时不返回项目',
        ]),
        saved_since: described(Int(0, 1e11).optional(), [
          'Only pages saved at this time or later, Unix seconds; no projects are returned then',
          '只搜索此时间（Unix 秒）之后保存的页面；此时不返回项目',
        ]),
        ...pagingFields(20),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      z.object({
        list: described(z.array(SearchHit), ['Pages, best match first', '页面，最相关的在前']),
        /** Whether there are more pages, or may be: a search that takes long ends early. */
        more: described(z.boolean(), ['Whether there are, or may be, more', '是否还有（或可能还有）更多']),
        items: described(z.array(SearchedItem), [
          'Projects that match by name or description; only on the first page of results',
          '按名称和简介找到的项目，仅在第一页返回',
        ]),
      }),
    errors: ['keywordNeeded', 'notLoggedIn', 'itemPasswordNeeded'],
  }),
}

/** The response of `item/search`, as existing clients know it. */
export const ItemSearch = {
  summary: ['Search a project for pages that contain all words', '在一个项目中搜索页面'] as const,
  input: z.object({ item_id: inputs.item_id, keyword: described(Keyword, keywordText), _item_pwd: inputs._item_pwd }),
  output: z.object({
    item_id: outputs.item_id_number,
    item_name: outputs.item_name,
    pages: described(
      z.array(
        z.object({
          page_id: outputs.page_id,
          author_uid: outputs.author_uid,
          author_username: outputs.author_username,
          item_id: outputs.item_id_number,
          cat_id: outputs.cat_id,
          page_title: outputs.page_title,
          s_number: outputs.s_number,
          addtime: outputs.saved_seconds,
          page_comments: outputs.page_comments,
          is_del: outputs.is_del,
          page_addtime: outputs.page_addtime,
          ext_info: outputs.ext_info,
          is_draft: outputs.is_draft,
          search_content: described(SentText, ['Text around the first match', '首个命中处附近的内容']),
          item_name: outputs.item_name,
        }),
      ),
      ['Matching pages', '找到的页面'],
    ),
  }),
}

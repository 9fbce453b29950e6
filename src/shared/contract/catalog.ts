import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import {
  DateText,
  DigitString,
  Flag,
  Id,
  JsonText,
  NullableId,
  OptionalId,
  Secret,
  SingleLine,
  SortNumber,
  Text,
} from './fields.ts'

const row = {
  cat_id: DigitString,
  cat_name: z.string(),
  item_id: DigitString,
  s_number: DigitString,
  addtime: DateText,
  parent_cat_id: DigitString,
  level: DigitString,
}

const third = z.object({ ...row, sub: z.array(z.never()) })
const second = z.object({ ...row, sub: z.array(third) })

/** A first-level catalog with the catalogs in it: three levels in all. Source: specification 5. */
export const CatalogNode = z.object({ ...row, sub: z.array(second) })

const Row = z.object(row)
const ofItem = z.object({ item_id: Id, _item_pwd: Secret.optional() })

// Some clients send `null` or an empty text in trees where there is no id.
const NodeId = z
  .null()
  .transform(() => 0)
  .or(OptionalId)

/**
 * A catalog, a page, or both in one line of a moved tree; `parent_cat_id` is their new parent. Levels are not read:
 * they follow from the parents.
 */
const TreeNode = z.object({
  cat_id: NodeId,
  /** Empty: the catalog keeps its name. */
  cat_name: z
    .union([z.literal('').transform(() => undefined), z.null().transform(() => undefined), SingleLine()])
    .optional(),
  page_id: NodeId,
  parent_cat_id: NodeId,
  s_number: SortNumber.optional(),
})

/** Maximum number of lines in a changed tree, and of the values in them: clients send whole rows. */
const treeNodesMost = 30_000
const treeValuesMost = 150_000

/** Calls for catalogs: up to three levels of them hold an item's pages. */
export const catalog = {
  catListGroup: query({
    summary: ['List the folders of a project as a tree', '项目的目录（嵌套）'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: z.array(CatalogNode),
  }),
  catListName: query({
    summary: [
      'List the folders of a project in the order of the tree, each named by its path',
      '项目的目录（按目录树顺序，以路径命名）',
    ],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: z.array(Row),
  }),
  catList: query({
    summary: ['List the folders of a project without nesting', '项目的目录（平铺）'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: z.array(Row),
  }),
  secondCatList: query({
    summary: ['List the top-level folders of a project', '项目的一级目录'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: z.array(Row),
  }),
  childCatList: query({
    summary: ['List the folders directly inside a folder', '目录的直接子目录'],
    access: { catalog: 'view', by: 'cat_id' },
    input: z.object({ cat_id: Id, _item_pwd: Secret.optional() }),
    output: z.array(Row),
    errors: ['catalogGone'],
  }),
  save: endpoint({
    summary: ['Create a folder (`cat_id` 0), or rename or move one', '新建（cat_id 为 0）、重命名或移动目录'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      cat_id: OptionalId,
      cat_name: SingleLine(),
      /** Left out: a catalog stays where it is, a new one is created at the root. */
      parent_cat_id: NullableId,
      s_number: SortNumber.optional(),
    }),
    output: z.number(),
    errors: ['catalogGone', 'catalogTooDeep', 'catalogCycle', 'catalogTooMany', 'itemOnePage', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete a folder; its pages go to the recycle bin', '删除目录，其中的页面移入回收站'],
    access: { catalog: 'edit', by: 'cat_id' },
    input: z.object({ cat_id: Id }),
    output: z.object({ success: z.boolean() }),
    errors: ['catalogGone', 'catalogLocked', 'itemArchived'],
  }),
  batUpdate: endpoint({
    summary: [
      'Save the positions and order of folders and pages after dragging',
      '保存拖动后的目录树：目录与页面的位置和顺序',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      cats: JsonText(z.array(TreeNode).max(treeNodesMost), treeValuesMost),
      /** The node that was dragged, for the change log. */
      dragged_id: OptionalId,
      dragged_title: Text(200).optional(),
      dragged_type: z.string().max(20).optional(),
    }),
    output: z.array(z.never()),
    errors: ['catalogGone', 'pageGone', 'catalogTooDeep', 'catalogCycle', 'itemOnePage', 'itemArchived'],
  }),
  copy: endpoint({
    summary: [
      'Copy a folder with everything in it, or move it (`is_del` 1), within the project or to another one',
      '复制目录及其全部内容，或（is_del 为 1）移动，可跨项目',
    ],
    creates: true,
    access: { catalog: 'edit', by: 'cat_id' },
    input: z.object({
      cat_id: Id,
      /** The target catalog; 0 for the root. */
      new_p_cat_id: OptionalId,
      /** The target item; 0 for the catalog's own. */
      to_item_id: OptionalId,
      is_del: Flag,
    }),
    output: Row.extend({ addtime: DigitString }),
    errors: [
      'catalogGone',
      'catalogTooDeep',
      'catalogCycle',
      'catalogTooMany',
      'catalogLocked',
      'itemOnePage',
      'itemArchived',
    ],
  }),
  getPagesBycat: query({
    summary: [
      'List the pages directly inside a folder (`cat_id` 0: at the root)',
      '目录下的页面（cat_id 为 0：根目录）',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, cat_id: OptionalId }),
    output: z.array(z.object({ page_id: DigitString, page_title: z.string(), s_number: DigitString })),
    errors: ['catalogGone'],
  }),
  getDefaultCat: query({
    summary: ['Get the folder that the editor selects by default', '编辑器默认选中的目录'],
    access: 'user',
    input: z.object({
      item_id: OptionalId,
      page_id: OptionalId,
      copy_page_id: OptionalId,
      page_history_id: OptionalId,
    }),
    output: z.object({ default_cat_id: z.number() }),
    errors: ['pageGone', 'historyGone', 'itemPasswordNeeded', 'noRight'],
  }),
}

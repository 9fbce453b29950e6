import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DigitString, described, Flag, JsonText, NullableId, OptionalId, SingleLine, Text } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const row = {
  cat_id: outputs.cat_id,
  cat_name: outputs.cat_name,
  item_id: outputs.item_id,
  s_number: outputs.s_number,
  addtime: outputs.created,
  parent_cat_id: described(DigitString, texts.parent_cat_id),
  level: described(DigitString, texts.level),
}

const third = z.object({ ...row, sub: described(z.array(z.never()), texts.catalogs) })
const second = z.object({ ...row, sub: described(z.array(third), texts.catalogs) })

/** A first-level catalog with the catalogs in it: three levels in all. Source: specification 5. */
const CatalogNode = z.object({ ...row, sub: described(z.array(second), texts.catalogs) })

const Row = z.object(row)
const ofItem = z.object({ item_id: inputs.item_id, _item_pwd: inputs._item_pwd })

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
  cat_id: described(NodeId, ['Folder; for a page, the folder it’s in', '目录；对页面而言是其所在目录']),
  cat_name: described(
    z.union([z.literal('').transform(() => undefined), z.null().transform(() => undefined), SingleLine()]).optional(),
    ['New name; empty to keep the current one', '新名称；留空表示不变'],
  ),
  page_id: described(NodeId, ['Page; 0 for a folder', '页面；目录为 0']),
  parent_cat_id: described(NodeId, texts.parent_cat_id),
  s_number: inputs.s_number,
})

/** Maximum number of lines in a changed tree, and of the values in them: clients send whole rows. */
const treeNodesMost = 30_000
const treeValuesMost = 150_000

/** Calls for catalogs: up to three levels of them hold an item's pages. */
export const catalog = {
  ...about({
    title: ['Folders', '目录'],
    text: ['Folders organize the pages of a project, up to three levels deep.', '目录用于组织项目中的页面，最多三级。'],
  }),
  catListGroup: query({
    summary: ['List the folders of a project as a tree', '项目的目录（嵌套）'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: () => z.array(CatalogNode),
  }),
  catListName: query({
    summary: [
      'List the folders of a project in the order of the tree, each named by its path',
      '项目的目录（按目录树顺序，以路径命名）',
    ],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: () =>
      z.array(Row.extend({ cat_name: described(z.string(), ['Name, with the folders above it', '名称，含上级目录']) })),
  }),
  catList: query({
    summary: ['List the folders of a project without nesting', '项目的目录（平铺）'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: () => z.array(Row),
  }),
  secondCatList: query({
    summary: ['List the top-level folders of a project', '项目的一级目录'],
    access: { item: 'view', by: 'item_id' },
    input: ofItem,
    output: () => z.array(Row),
  }),
  childCatList: query({
    summary: ['List the folders directly inside a folder', '目录的直接子目录'],
    access: { catalog: 'view', by: 'cat_id' },
    input: () => z.object({ cat_id: inputs.cat_id, _item_pwd: inputs._item_pwd }),
    output: () => z.array(Row),
    errors: ['catalogGone'],
  }),
  save: endpoint({
    summary: ['Create a folder (`cat_id` 0), or rename or move one', '新建（cat_id 为 0）、重命名或移动目录'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        cat_id: described(OptionalId, ['Folder; 0 for a new one', '目录；0 表示新建']),
        cat_name: described(SingleLine(), texts.cat_name),
        /** Left out: a catalog stays where it is, a new one is created at the root. */
        parent_cat_id: described(NullableId, texts.parent_cat_id),
        s_number: inputs.s_number,
      }),
    output: () => z.number(),
    errors: ['catalogGone', 'catalogTooDeep', 'catalogCycle', 'catalogTooMany', 'itemOnePage', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete a folder; its pages go to the recycle bin', '删除目录，其中的页面移入回收站'],
    access: { catalog: 'edit', by: 'cat_id' },
    input: () => z.object({ cat_id: inputs.cat_id }),
    output: () => z.object({ success: outputs.success }),
    errors: ['catalogGone', 'catalogLocked', 'itemArchived'],
  }),
  batUpdate: endpoint({
    summary: [
      'Save the positions and order of folders and pages after dragging',
      '保存拖动后的目录树：目录与页面的位置和顺序',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        cats: described(JsonText(z.array(TreeNode).max(treeNodesMost), treeValuesMost), [
          'Moved folders and pages, with their new positions',
          '移动后的目录和页面及其位置',
        ]),
        dragged_id: described(OptionalId, ['What was dragged, for the activity log', '被拖动的对象，用于变更日志']),
        dragged_title: described(Text(200).optional(), ['Title of what was dragged', '被拖动对象的标题']),
        dragged_type: described(z.string().max(20).optional(), [
          'Type of what was dragged: `page`, otherwise a folder',
          '`page` 表示页面，否则为目录',
        ]),
      }),
    output: () => z.array(z.never()),
    errors: ['catalogGone', 'pageGone', 'catalogTooDeep', 'catalogCycle', 'itemOnePage', 'itemArchived'],
  }),
  copy: endpoint({
    summary: [
      'Copy a folder with everything in it, or move it (`is_del` 1), within the project or to another one',
      '复制目录及其全部内容，或（is_del 为 1）移动，可跨项目',
    ],
    creates: true,
    access: { catalog: 'edit', by: 'cat_id' },
    targets: { to: { item: 'edit', by: 'to_item_id' } },
    input: () =>
      z.object({
        cat_id: inputs.cat_id,
        new_p_cat_id: described(OptionalId, ['Target folder; 0 for the root', '目标上级目录；0 为根目录']),
        to_item_id: described(OptionalId, ['Target project; 0 for the same project', '目标项目；0 表示原项目']),
        is_del: described(Flag, ['1 moves the folder', '1 表示移动']),
      }),
    output: () => Row.extend({ addtime: outputs.created_seconds }),
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
    input: () => z.object({ item_id: inputs.item_id, cat_id: inputs.cat_id_optional }),
    output: () =>
      z.array(z.object({ page_id: outputs.page_id, page_title: outputs.page_title, s_number: outputs.s_number })),
    errors: ['catalogGone'],
  }),
  getDefaultCat: query({
    summary: ['Get the folder that the editor selects by default', '编辑器默认选中的目录'],
    access: 'user',
    input: () =>
      z.object({
        item_id: described(OptionalId, texts.item_id),
        page_id: inputs.page_id_optional,
        copy_page_id: described(OptionalId, ['Page to copy', '被复制的页面']),
        page_history_id: described(OptionalId, texts.page_history_id),
      }),
    output: () => z.object({ default_cat_id: described(z.number(), texts.cat_id) }),
    errors: ['pageGone', 'historyGone', 'itemPasswordNeeded', 'noRight'],
  }),
}

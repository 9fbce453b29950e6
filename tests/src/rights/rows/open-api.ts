import { editors, everyone, managers, type Rows, wholeEditors } from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const key = ({ side }: At) => side.key
const writing = { allow: everyone, onArchived: 'refused', isSecret: true } as const
const reading = { allow: everyone, isSecret: true } as const

const update = {
  ...writing,
  writes: ['page', 'page_content', 'catalog', 'item_change_log', 'item'],
  fields: (at: At) => ({ ...key(at), page_title: 'By key', page_content: 'text', cat_name: 'One/Two' }),
} as const

const content =
  '/**\n * showdoc\n * @catalog One\n * @title Made\n * @method get\n * @url http://a.example/b\n * @return {}\n */'
const generate = {
  ...writing,
  writes: ['page', 'page_content', 'catalog', 'item'],
  fields: (at: At) => ({ ...key(at), content }),
} as const
const item = ({ side }: At) => ({ item_id: side.item })

/** The open API: anyone who holds the key of an item has full access to it. */
export const openApi: Rows = {
  'item/updateByApi': update,
  'open/updatePage': update,
  'open/updateItem': update,
  'open/getPage': [
    { ...reading, fields: (at) => ({ ...key(at), page_id: at.place.page }) },
    { ...reading, about: 'by its title', fields: (at) => ({ ...key(at), page_title: 'qmine qin page' }) },
  ],
  'open/deletePage': {
    ...writing,
    writes: ['page', 'recycle', 'item'],
    fields: (at) => ({ ...key(at), page_id: at.place.page }),
  },
  'open/getCatalogTree': { ...reading, fields: key },
  'open/createCatalog': {
    ...writing,
    writes: ['catalog', 'item'],
    fields: (at) => ({ ...key(at), cat_name: 'New', parent_cat_id: at.place.cat }),
  },
  'open/updateCatalog': {
    ...writing,
    writes: ['catalog', 'item'],
    fields: (at) => ({ ...key(at), cat_id: at.place.sub, cat_name: 'Renamed' }),
  },
  'open/deleteCatalog': {
    ...writing,
    writes: ['catalog', 'item'],
    fields: (at) => ({ ...key(at), cat_id: at.place.sub }),
  },
  'open/uploadAttachment': {
    ...writing,
    writes: ['upload_file', 'file_page'],
    fields: (at) => ({ ...key(at), page_id: at.place.page, file: new File(['a text\n'], 'a.txt') }),
  },
  'open/deleteAttachment': [
    { ...writing, writes: ['upload_file'], fields: (at) => ({ ...key(at), file_id: at.place.file }) },
    {
      ...writing,
      about: 'by its sign',
      writes: ['upload_file'],
      fields: (at) => ({ ...key(at), sign: at.place.sign }),
    },
    {
      ...writing,
      about: 'by its address',
      writes: ['upload_file'],
      fields: (at) => ({ ...key(at), file_url: `/api/attachment/visitFile?sign=${at.place.sign}` }),
    },
  ],
  'open/fromComments': generate,
  'FromComments/generate': generate,
  'FromComments/show': { allow: editors, fields: (at) => ({ ...item(at), content }) },
  'FromComments/write': {
    // A new top-level catalog is outside the catalogs that a member is limited to.
    allow: wholeEditors,
    writes: ['page', 'page_content', 'catalog', 'item_change_log', 'item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), content }),
  },
  'tools/script': { allow: everyone, fields: () => ({ name: 'docstead-comments.sh' }) },
  'tools/scriptWithKey': {
    allow: managers,
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), name: 'docstead-dictionary.ps1' }),
  },
  'open/writeComments': {
    ...writing,
    writes: ['page', 'page_content', 'catalog', 'item'],
    fields: (at) => ({ ...key(at), content, file_name: 'a.java' }),
  },
  'open/writeDictionary': {
    ...writing,
    writes: ['page', 'page_content', 'item'],
    fields: (at) => ({ ...key(at), sql: 'CREATE TABLE made (id int)' }),
  },
  'open/updateDbItem': {
    ...writing,
    writes: ['page', 'page_content', 'item'],
    fields: (at) => ({
      ...key(at),
      table_info: 'TABLE_NAME\tTABLE_COMMENT\tENGINE\tTABLE_COLLATION\nmade\t\tInnoDB\tutf8',
      table_detail:
        'TABLE_NAME\tCOLUMN_NAME\tCOLUMN_DEFAULT\tIS_NULLABLE\tCOLUMN_TYPE\tCOLUMN_COMMENT\nmade\tid\t\tNO\tint\t',
    }),
  },
}

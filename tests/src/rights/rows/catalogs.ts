import { editors, passers, type Rows, viewers } from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
const list = { allow: viewers, onOpen: passers, fields: item }
const node = { cat_name: 'Named', s_number: 3 }

/** Catalogs. */
export const catalogs: Rows = {
  'catalog/catListGroup': list,
  'catalog/catListName': list,
  'catalog/catList': list,
  'catalog/secondCatList': list,
  'catalog/childCatList': {
    allow: viewers,
    onOpen: passers,
    fields: ({ place }) => ({ cat_id: place.cat || place.sub }),
  },
  'catalog/save': [
    {
      allow: editors,
      writes: ['catalog', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), cat_name: 'New', parent_cat_id: at.place.cat }),
    },
    {
      about: 'an old one',
      allow: editors,
      writes: ['catalog', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), cat_id: at.place.sub, cat_name: 'Named', parent_cat_id: at.place.cat }),
    },
    {
      about: 'renamed where it is',
      allow: editors,
      writes: ['catalog', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), cat_id: at.place.sub, cat_name: 'Named' }),
    },
  ],
  'catalog/delete': {
    allow: editors,
    writes: ['catalog', 'item_change_log', 'item'],
    onArchived: 'refused',
    fields: ({ place }) => ({ cat_id: place.sub }),
  },
  'catalog/batUpdate': [
    {
      allow: editors,
      writes: ['catalog', 'page', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({
        ...item(at),
        cats: JSON.stringify([
          { ...node, cat_id: at.place.sub, parent_cat_id: at.place.cat },
          { page_id: at.place.page, parent_cat_id: at.place.cat, s_number: 4 },
        ]),
      }),
    },
    {
      about: 'a page moved to a catalog',
      allow: editors,
      writes: ['page', 'item'],
      onArchived: 'refused',
      placeless: 'the page is inside, the catalog anywhere',
      fields: (at) => ({
        ...item(at),
        cats: JSON.stringify([{ page_id: at.side.inside.page, parent_cat_id: at.place.cat, s_number: 4 }]),
      }),
    },
    {
      about: 'a catalog moved to another',
      allow: editors,
      writes: ['catalog', 'item'],
      onArchived: 'refused',
      placeless: 'the catalog is inside, its new place anywhere',
      fields: (at) => ({
        ...item(at),
        cats: JSON.stringify([{ ...node, cat_id: at.side.inside.sub, parent_cat_id: at.place.cat }]),
      }),
    },
    {
      about: 'a page taken from somewhere',
      allow: editors,
      writes: ['page', 'item'],
      onArchived: 'refused',
      placeless: 'the page is anywhere, its new catalog inside',
      fields: (at) => ({
        ...item(at),
        cats: JSON.stringify([{ page_id: at.place.page, parent_cat_id: at.side.inside.sub, s_number: 4 }]),
      }),
    },
  ],
  'catalog/copy': [
    {
      allow: editors,
      writes: ['catalog', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: ({ place }) => ({ cat_id: place.sub, new_p_cat_id: place.cat }),
    },
    {
      about: 'a move',
      allow: editors,
      writes: ['item_change_log', 'item'],
      onArchived: 'refused',
      fields: ({ place }) => ({ cat_id: place.sub, new_p_cat_id: place.cat, is_del: 1 }),
    },
    {
      about: 'from somewhere',
      allow: editors,
      writes: ['catalog', 'item_change_log', 'item'],
      onArchived: 'refused',
      placeless: 'the source is anywhere, the target inside',
      fields: ({ side, place }) => ({ cat_id: place.sub, new_p_cat_id: side.inside.cat }),
    },
    {
      about: 'into another item',
      allow: ['owner', 'admin'],
      writes: ['catalog', 'item'],
      onArchived: 'refused',
      fields: ({ side, place }) => ({ cat_id: place.sub, to_item_id: side.freeItem, new_p_cat_id: side.freeCat }),
    },
    {
      about: 'a move into another item',
      allow: ['owner', 'admin'],
      writes: ['catalog', 'item'],
      onArchived: 'refused',
      fields: ({ side, place }) => ({
        cat_id: place.sub,
        to_item_id: side.freeItem,
        new_p_cat_id: side.freeCat,
        is_del: 1,
      }),
    },
  ],
  'catalog/getPagesBycat': { allow: editors, fields: (at) => ({ ...item(at), cat_id: at.place.cat }) },
  'catalog/getDefaultCat': [
    { allow: editors, fields: item },
    { about: 'of a page', allow: editors, fields: (at) => ({ ...item(at), page_id: at.place.page }) },
    { about: 'of a copied page', allow: editors, fields: ({ place }) => ({ copy_page_id: place.page }) },
    { about: 'of a former version', allow: editors, fields: ({ place }) => ({ page_history_id: place.history }) },
  ],
}

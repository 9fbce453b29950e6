import { png } from '#tests/src/features/attachment/files.ts'
import { managers, passers, type Rows, viewers } from '#tests/support/rights/row.ts'
import type { At, Role } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
// The owner's other item, which nobody else manages but administrators.
const both = ({ side }: At) => ({ item_id: side.item, version_item_id: side.freeItem })
const managersOfBoth: readonly Role[] = ['owner', 'admin']

/** Makes the item a docs site with a logo, and the owner's other item a version of it; once in a world. */
function prepare({ side, app: { rows } }: At): void {
  const site = rows.sqlite.prepare(
    'INSERT OR IGNORE INTO docs_site (item_id, main_item_id, logo_hash) VALUES (?, ?, ?)',
  )
  site.run(side.item, side.item, '1')
  site.run(side.freeItem, side.item, '')
  rows.sqlite
    .prepare("INSERT OR IGNORE INTO docs_site_logo (item_id, media_type, content) VALUES (?, 'image/png', x'61')")
    .run(side.item)
}

/** Items that are published as docs sites. */
export const docsSites: Rows = {
  'docsSite/detail': { allow: managers, fields: item },
  'docsSite/save': {
    allow: managers,
    writes: ['docs_site'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), is_on: 1, site_name: 'Docs', home_page_id: at.place.page }),
  },
  'docsSite/uploadLogo': {
    allow: managers,
    writes: ['docs_site', 'docs_site_logo'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), file: png() }),
  },
  'docsSite/removeLogo': {
    allow: managers,
    writes: ['docs_site', 'docs_site_logo'],
    onArchived: 'refused',
    prepares: true,
    fields(at) {
      prepare(at)
      return item(at)
    },
  },
  'docsSite/logo': {
    allow: viewers,
    onOpen: passers,
    prepares: true,
    fields(at) {
      prepare(at)
      return item(at)
    },
  },
  'docsSite/addVersion': {
    allow: managersOfBoth,
    writes: ['docs_site'],
    onArchived: 'refused',
    fields: (at) => ({ ...both(at), version_name: 'v2' }),
  },
  'docsSite/removeVersion': {
    allow: managers,
    writes: ['docs_site'],
    onArchived: 'allowed',
    prepares: true,
    fields(at) {
      prepare(at)
      return both(at)
    },
  },
  'docsSite/setMain': {
    allow: managersOfBoth,
    writes: ['docs_site'],
    onArchived: 'allowed',
    prepares: true,
    fields(at) {
      prepare(at)
      return both(at)
    },
  },
  'docsSite/samePage': {
    allow: viewers,
    onOpen: passers,
    fields: (at) => ({ ...item(at), page_id: at.place.page }),
  },
}

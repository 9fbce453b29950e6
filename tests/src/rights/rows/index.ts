import type { Rows } from '#tests/support/rights/row.ts'
import { admin } from './admin.ts'
import { catalogs } from './catalogs.ts'
import { files } from './files.ts'
import { items } from './items.ts'
import { openApi } from './open-api.ts'
import { pages } from './pages.ts'
import { site } from './site.ts'
import { teams } from './teams.ts'

/** What every call of the contract is held to, by `controller/action`. */
export const rows: Rows = { ...site, ...items, ...pages, ...catalogs, ...files, ...teams, ...admin, ...openApi }

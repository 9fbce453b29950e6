import type { Rows } from '#tests/support/rights/row.ts'
import { admin } from './admin.ts'
import { apiSources } from './api-sources.ts'
import { catalogs } from './catalogs.ts'
import { docsSites } from './docs-sites.ts'
import { files } from './files.ts'
import { invitations } from './invitations.ts'
import { items } from './items.ts'
import { openApi } from './open-api.ts'
import { outbox } from './outbox.ts'
import { pages } from './pages.ts'
import { site } from './site.ts'
import { teams } from './teams.ts'

/** The expected behaviour of every call of the contract, by `controller/action`. */
export const rows: Rows = {
  ...site,
  ...items,
  ...pages,
  ...catalogs,
  ...files,
  ...teams,
  ...admin,
  ...invitations,
  ...openApi,
  ...apiSources,
  ...outbox,
  ...docsSites,
}

import { attachment } from './attachment.ts'
import { catalog } from './catalog.ts'
import { common } from './common.ts'
import { imports, job } from './import.ts'
import { item } from './item.ts'
import { page } from './page.ts'
import { setup } from './setup.ts'
import { user } from './user.ts'

/** The whole API: every controller by the name in its address. */
export const contract = { setup, common, user, item, catalog, page, attachment, import: imports, job }

/** The shape of the API, for typed clients. */
export type Contract = typeof contract

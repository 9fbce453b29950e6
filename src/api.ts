import type { Contract } from '#contract/index.ts'
import { attachment } from '#src/features/attachment/index.ts'
import { catalog } from '#src/features/catalog/index.ts'
import { imports } from '#src/features/import/index.ts'
import { item } from '#src/features/item/index.ts'
import { job } from '#src/features/job/index.ts'
import { page } from '#src/features/page/index.ts'
import { common, setup } from '#src/features/site/index.ts'
import { user } from '#src/features/user/index.ts'
import type { AllHandlers } from '#src/http/handlers.ts'

/** The handlers of the whole API; a missing one does not compile. */
export const handlers: AllHandlers<Contract> = {
  setup,
  common,
  user,
  item,
  catalog,
  page,
  attachment,
  import: imports,
  job,
}

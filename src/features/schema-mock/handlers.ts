import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { findPageMock } from './answer.ts'

/** Implements the calls for mocks without a template. */
export const schemaMock: Handlers<typeof contract.schemaMock> = {
  address: ({ app, item, page }) => findPageMock(app, item, page.page_id),
}

import { contract } from '#shared/contract/index.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exampleSite } from './curl-example.ts'
import { apiReference } from './reference.ts'

// The contract does not change while the server runs.
const made: Partial<Record<Lang, string>> = {}

/** The endpoints that help to use the product. */
export const help: Handlers<typeof contract.help> = {
  api({ input }) {
    made[input.lang] ??= apiReference(contract, input.lang)
    return { markdown: made[input.lang] ?? '', example_site: exampleSite }
  },
}

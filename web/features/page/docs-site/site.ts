import type { api } from '#web/lib/api.ts'

/** A docs site as its readers see it. */
export type DocsSite = NonNullable<Awaited<ReturnType<typeof api.item.info>>['docs_site']>

import { rm } from 'node:fs/promises'
import type { contract } from '#shared/contract/index.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { checkImport } from '#src/features/import/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { fetchDescription, parseAddress, requireHeader } from './fetch-description.ts'
import {
  checkSource,
  deleteSource,
  getSources,
  pushDescription,
  requireFewFetches,
  saveSource,
  startSource,
} from './service.ts'

/** Implements the calls for the sources of API descriptions. */
export const apiSource: Handlers<typeof contract.apiSource> = {
  getList: ({ app, item, request }) => getSources(app, item, request.lang),

  save: ({ app, item, user, input, request }) => saveSource(app, item, actorOf(user, request), input, request.lang),

  async delete({ app, item, user, input, request }) {
    await deleteSource(app, item, actorOf(user, request), input.source_id)
    return []
  },

  check: ({ app, item, user, input, request }) =>
    checkSource(app, { user, visitor: request.visitor }, item, input.source_id, request.lang),

  async start({ app, item, user, input, request }) {
    await startSource(app, { user, visitor: request.visitor }, item, input.job_id, request.lang)
    return { job_id: input.job_id }
  },

  push: ({ app, item, user, input, file, request }) => {
    const by = { user, visitor: request.visitor, actor: actorOf(user, request) }
    return pushDescription(app, by, item, file, input, request.lang)
  },
}

/** Implements the same for the holder of an API key. */
export const openSource: Pick<Handlers<typeof contract.open>, 'pushDescription'> = {
  pushDescription: ({ app, item, user, input, file, request }) => {
    const by = { user, visitor: request.visitor, actor: actorOf(user, request), access: item }
    return pushDescription(app, by, item, file, input, request.lang)
  },
}

/** Implements the check of an address to import. */
export const addressImport: Pick<Handlers<typeof contract.import>, 'checkAddress'> = {
  async checkAddress({ app, user, input, request }) {
    const { url, header_name = '', header_value = '', ...target } = input
    requireHeader({ header_name, header_value })
    requireFewFetches(app, user)
    const file = await fetchDescription(app, { url: parseAddress(url), header_name, header_value })
    try {
      const choice = { ...target, lang: request.lang, host: request.host }
      return { ...(await checkImport(app, { user, visitor: request.visitor }, file, choice)), file_name: file.name }
    } finally {
      await rm(file.path, { force: true })
    }
  },
}

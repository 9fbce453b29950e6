import { cliText } from '#src/core/i18n.ts'
import { reindex } from '#src/features/search/index.ts'
import { type Command, print, say, withDatabase } from './command.ts'

const reportIntervalMs = 1000

/** Rebuilds the search index, whether a server is running or not. */
export const reindexCommand: Command = {
  usage: 'reindex',
  about: { en: 'Rebuild the search index', zh: '重建搜索索引' },
  async run({ lang, json, readConfig }) {
    const startedMs = performance.now()
    let reportedMs = 0
    const pages = await withDatabase(readConfig(), false, ({ db }) =>
      reindex(db, ({ done, total }) => {
        if (performance.now() - reportedMs < reportIntervalMs) return
        reportedMs = performance.now()
        say(cliText(lang, 'reindexing', { done, total }))
      }),
    )
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    if (json) print(JSON.stringify({ pages, seconds }))
    else say(cliText(lang, 'reindexed', { pages, seconds }))
  },
}

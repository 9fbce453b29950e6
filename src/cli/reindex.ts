import { cliText } from '#src/core/i18n.ts'
import { reindex } from '#src/features/search/index.ts'
import { readArguments, requireNoPositional } from './arguments.ts'
import { readCommandConfig, withDatabase } from './data.ts'
import { print, say, type Terminal } from './terminal.ts'

const tellEveryMs = 1000

/** `docstead reindex`: rebuilds the search index, whether a server is running or not. */
export async function reindexCommand(words: readonly string[], terminal: Terminal): Promise<void> {
  const args = requireNoPositional(readArguments(words, {}))
  const startedMs = performance.now()
  let toldMs = 0
  const pages = await withDatabase(readCommandConfig(args, terminal), false, ({ db }) =>
    reindex(db, ({ done, total }) => {
      if (performance.now() - toldMs < tellEveryMs) return
      toldMs = performance.now()
      say(cliText(terminal.lang, 'reindexing', { done, total }))
    }),
  )
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  if (args.switches.has('json')) print(JSON.stringify({ pages, seconds }))
  else say(cliText(terminal.lang, 'reindexed', { pages, seconds }))
}

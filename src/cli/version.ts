import { versionCommit, versionDate, versionText } from '#src/core/version.ts'
import { schemaNumber } from '#src/db/engine.ts'
import { readArguments, requireNoPositional } from './arguments.ts'
import { print } from './terminal.ts'

/** `docstead version`: number, commit, date, platform, schema. */
export function versionCommand(words: readonly string[]): void {
  const args = requireNoPositional(readArguments(words, {}))
  const platform = `${process.platform}-${process.arch}`
  const facts = { version: versionText, commit: versionCommit, date: versionDate, platform, schema: schemaNumber }
  if (args.switches.has('json')) print(JSON.stringify(facts))
  else print(`docstead ${facts.version} (commit ${facts.commit}, ${facts.date}, ${platform}, schema ${facts.schema})`)
}

import { keyIdOf, releaseKeys } from '#src/core/release-keys.ts'
import { versionCommit, versionDate, versionText } from '#src/core/version.ts'
import { schemaNumber } from '#src/db/engine.ts'
import { type Command, print } from './command.ts'

/** Prints number, commit, date, platform and schema; with `--json` also which keys may sign its updates. */
export const versionCommand: Command = {
  usage: 'version',
  about: { en: 'Show the version', zh: '显示版本' },
  run({ json }) {
    const platform = `${process.platform}-${process.arch}`
    const facts = { version: versionText, commit: versionCommit, date: versionDate, platform, schema: schemaNumber }
    if (json) print(JSON.stringify({ ...facts, update_keys: releaseKeys.map(keyIdOf) }))
    else print(`docstead ${facts.version} (commit ${facts.commit}, ${facts.date}, ${platform}, schema ${facts.schema})`)
  },
}

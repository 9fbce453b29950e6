import { StartError, settingNames, settings } from '#src/core/config.ts'
import { readArguments, requireNoPositional } from './arguments.ts'
import { readCommandConfig } from './data.ts'
import { print, type Terminal } from './terminal.ts'

/** `docstead config print`: every setting, its value and where it came from. */
export function configCommand(words: readonly string[], terminal: Terminal): void {
  const [action = '', ...rest] = words
  if (action !== 'print') throw new StartError('unknownCommand', { command: `config ${action}`.trim() }, 2)
  const args = requireNoPositional(readArguments(rest, {}))
  const config = readCommandConfig(args, terminal)
  const rows = settingNames.map((name) => ({
    name,
    value: config[name],
    origin: config.origin[name],
    about: settings[name].about[terminal.lang],
  }))
  if (args.switches.has('json')) return print(JSON.stringify(rows))
  const width = Math.max(...settingNames.map((name) => name.length))
  for (const row of rows) print(`${row.name.padEnd(width)}  ${JSON.stringify(row.value)}  (${row.origin})`)
}

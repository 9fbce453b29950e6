import { settingNames, settings, shownSetting } from '#src/core/config.ts'
import { type Command, print } from './command.ts'

/** Prints every setting, its value and where it came from. */
export const configCommand: Command = {
  usage: 'config print [--config FILE]',
  about: { en: 'Show each setting and its source', zh: '显示各项设置及其来源' },
  run({ lang, json, readConfig }) {
    const config = readConfig()
    const rows = settingNames.map((name) => ({
      name,
      value: shownSetting(config, name),
      origin: config.origin[name],
      about: settings[name].about[lang],
    }))
    if (json) return print(JSON.stringify(rows))
    const width = Math.max(...settingNames.map((name) => name.length))
    for (const row of rows) print(`${row.name.padEnd(width)}  ${JSON.stringify(row.value)}  (${row.origin})`)
  },
}

import { type Config, getSettingSource, settingNames } from '#src/core/config.ts'

/** Returns the start settings with the source of each. */
export const listStartSettings = (config: Config) =>
  settingNames.map((name) => ({ name, value: [config[name]].flat().join(', '), ...getSettingSource(config, name) }))

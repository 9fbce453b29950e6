import { type Config, getSettingSource, settingNames } from '#src/core/config.ts'

/** The settings of the start, with where each came from. */
export const listStartSettings = (config: Config) =>
  settingNames.map((name) => ({ name, value: [config[name]].flat().join(', '), ...getSettingSource(config, name) }))

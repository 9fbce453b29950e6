/** A tab of the settings of an item. */
export type SettingTab = 'base' | 'members' | 'openApi' | 'recycle' | 'danger'

const all: readonly SettingTab[] = ['base', 'members', 'openApi', 'recycle', 'danger']

/** The tabs of an item: an archived one has no key to give. */
export const settingTabs = (isArchived: boolean): readonly SettingTab[] =>
  isArchived ? all.filter((tab) => tab !== 'openApi') : all

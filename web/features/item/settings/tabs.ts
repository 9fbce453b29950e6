/** A tab of the item settings. */
export type SettingTab = 'base' | 'members' | 'openApi' | 'recycle' | 'danger'

const all: readonly SettingTab[] = ['base', 'members', 'openApi', 'recycle', 'danger']

/** Returns the tabs of an item; an archived one has no API key. */
export const settingTabs = (isArchived: boolean): readonly SettingTab[] =>
  isArchived ? all.filter((tab) => tab !== 'openApi') : all

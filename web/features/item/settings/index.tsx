export { ItemSetting } from './item-setting.tsx'

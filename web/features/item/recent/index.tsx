export { recentItems, rememberItem } from './recent.ts'

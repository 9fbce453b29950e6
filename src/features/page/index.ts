export { page } from './handlers.ts'
export { trimHistories } from './history.ts'
export {
  countPages,
  findPage,
  findSharedPage,
  insertPage,
  type PageWithText,
  removeExpired,
  replaceText,
  updatePage,
} from './queries.ts'
export { removePage, removePageIn } from './remove.ts'
export { logChange, requirePageSize, savePage, writeVersion } from './save.ts'

export { search } from './handlers.ts'
export { indexPages } from './index-pages.ts'
export { reindex, startIndexKeeper } from './keeper.ts'
export { searchItem, searchPagesInItem } from './search-item.ts'

export { search } from './handlers.ts'
export { indexPages, requestIndexing } from './index-pages.ts'
export { reindex, startIndexer } from './indexer.ts'
export { searchItem, searchPagesInItem } from './search-item.ts'

export { readHead } from './heads.ts'
export { findModels, refsToModels } from './models.ts'
export {
  type AddressedPage,
  type ApiPageState,
  type ItemOperation,
  listAddressedPages,
  listApiPageStates,
  readImportedOperations,
  readOperations,
} from './operations.ts'
export { listDescriptions } from './queries.ts'

export {
  type AddressedPage,
  type ApiPageState,
  type ItemOperation,
  listAddressedPages,
  listApiPageStates,
  readHead,
  readImportedOperations,
  readOperations,
} from './operations.ts'

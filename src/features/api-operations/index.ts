export { type AddressedPage, type ItemOperation, listAddressedPages, readOperations } from './operations.ts'

export { type AddressedPage, type ItemOperation, listAddressedPages, readHead, readOperations } from './operations.ts'

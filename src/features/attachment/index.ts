export { attachment } from './handlers.ts'
export { storeImage, uploadMaxBytes } from './service.ts'

export { adminMail } from './handlers.ts'

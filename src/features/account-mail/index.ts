export { accountMail } from './handlers.ts'
export { removeEndedMailTokens } from './queries.ts'
export { sendReset, sendVerification } from './service.ts'

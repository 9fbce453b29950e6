export { answerScim } from './answer.ts'
export { adminScim } from './handlers.ts'

export { answerScim } from './answer.ts'
export { adminScim } from './handlers.ts'
export { applyStartTokens } from './start-tokens.ts'

export { answerMock } from './answer.ts'
export { schemaMock } from './handlers.ts'

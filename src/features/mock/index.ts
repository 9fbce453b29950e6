export { answerMock } from './answer.ts'
export { mock } from './handlers.ts'
export { writeMockViews } from './views.ts'

export { mock } from './handlers.ts'
export { flushMockViews } from './hit-counter.ts'
export { renderMock } from './render-mock.ts'
export { insertImportedMock } from './save.ts'

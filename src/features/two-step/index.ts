export { twoStep } from './handlers.ts'
export { resetSecondStep } from './service.ts'

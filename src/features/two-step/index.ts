export { twoStep } from './handlers.ts'
export { removeEndedChallenges } from './queries.ts'
export { resetSecondStep } from './service.ts'

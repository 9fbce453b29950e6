export { twoStep } from './handlers.ts'
export { resetSecondStep } from './service.ts'
export { removeEndedChallenges } from './queries.ts'

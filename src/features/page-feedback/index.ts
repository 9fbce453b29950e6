export { pageFeedback } from './handlers.ts'

export { subscription } from './handlers.ts'
export { listSubscribers, removeLostSubscriptions, subscribe } from './queries.ts'

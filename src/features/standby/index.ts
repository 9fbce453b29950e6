export { Follower } from './follower.ts'
export { Primary, type StandbyRequest } from './primary.ts'
export { isPromotionRequested, promoteCopy, requestPromotion } from './promote.ts'

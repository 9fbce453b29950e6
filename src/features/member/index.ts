export { member } from './handlers.ts'
export { nextMembership, shownLimit } from './limit.ts'
export { findPeople, shownNames } from './names.ts'
export { removeMemberOfItems } from './queries.ts'

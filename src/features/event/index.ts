export { type EventFacts, readFacts, type StoredEvent } from './facts.ts'
export { type EventPerson, findPerson, findSitePerson } from './queries.ts'
export { changeLines, eventSentence } from './sentence.ts'

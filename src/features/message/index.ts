export { adminMessage, message } from './handlers.ts'
export { countUnread, findAsk } from './queries.ts'
export { askForLock, notifyOfPage, removeOldMessages } from './reminder.ts'

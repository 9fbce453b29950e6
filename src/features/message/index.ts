export { adminMessage, message } from './handlers.ts'
export { countUnread } from './queries.ts'
export { notifyOfPage, removeOldMessages } from './reminder.ts'

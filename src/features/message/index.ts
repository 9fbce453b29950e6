export { adminMessage, message } from './handlers.ts'
export { countUnread, findAsk, removeCommentContents } from './queries.ts'
export { askForLock, notifyOfComment, notifyOfPage, removeOldMessages } from './reminder.ts'

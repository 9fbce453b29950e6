export { adminMessage, message } from './handlers.ts'
export { countUnread, findLockRequest, removeCommentContents } from './queries.ts'
export { notifyOfComment, notifyOfLockRequest, notifyOfPage, removeOldMessages } from './reminder.ts'

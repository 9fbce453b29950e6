export { adminMessage, message } from './handlers.ts'
export { countUnread, findLockRequest, removeCommentContents } from './queries.ts'
export { notifyOfApiChange, notifyOfComment, notifyOfLockRequest, notifyOfPage, removeOldMessages } from './reminder.ts'

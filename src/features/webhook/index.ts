export { adminWebhook, pushAddress, webhook } from './handlers.ts'
export { listPeopleWithWebhook, removeLostWebhooks } from './queries.ts'
export { queueItemChange, queueItemEvent, queuePersonEvent, queueSiteEvent } from './queue.ts'
export { sendToWebhook } from './sender.ts'

export { type Deliverer, endPauses, type SendResult, startDelivery } from './deliverer.ts'
export {
  countDeliveries,
  type Delivery,
  dropUnsent,
  endForWebhook,
  endHeld,
  listDeliveries,
  listHeld,
  removeForWebhook,
} from './queries.ts'
export { queueDelivery, queueDigest } from './queue.ts'
export { removeOldDeliveries, retryDelivery } from './service.ts'

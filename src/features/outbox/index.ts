export { type Deliverer, endPauses, type Sender, type SendResult, startDelivery } from './deliverer.ts'
export {
  countDeliveries,
  type Delivery,
  type DeliveryFilter,
  dropUnsent,
  endForWebhook,
  endHeld,
  findDelivery,
  listDeliveries,
  listHeld,
  removeForWebhook,
} from './queries.ts'
export { queueDelivery, queueDigest, requestDelivery } from './queue.ts'
export { removeOldDeliveries, retryDelivery } from './service.ts'

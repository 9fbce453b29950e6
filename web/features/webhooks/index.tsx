export { canRetry, DeliveryStatus } from './delivery-status.tsx'
export { WebhookPanel } from './webhook-panel.tsx'

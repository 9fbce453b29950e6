export { Orders } from './orders.tsx'
export { Prices } from './prices.tsx'

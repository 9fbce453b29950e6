export { Orders, Prices } from './prices.tsx'

export { ItemPassword } from './item-password.tsx'

export { Setup } from './setup.tsx'

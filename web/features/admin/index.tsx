export { AdminConsole } from './admin-console.tsx'

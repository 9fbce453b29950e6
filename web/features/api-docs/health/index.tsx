export { ApiHealthScreen } from './health-screen.tsx'

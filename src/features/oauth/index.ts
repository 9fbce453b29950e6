export { oauthWay } from './way.ts'

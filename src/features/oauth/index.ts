export { sendToProvider } from './client.ts'
export { fittingUsernames } from './person.ts'
export { oauthWay } from './way.ts'

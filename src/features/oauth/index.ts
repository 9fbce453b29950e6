export { sendToProvider } from './client.ts'
export { fittingUsernames } from './person.ts'
export { oauthProtocol } from './protocol.ts'

export { authorName } from './author-name.ts'
export { type Confirming, confirmOwner, hasPassword } from './confirm.ts'
export { user } from './handlers.ts'
export { attemptPassword, countFailedAttempts } from './login-attempts.ts'
export {
  countAdministrators,
  countIdentities,
  countWrongCode,
  findIdentity,
  findTicket,
  findToken,
  findUser,
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  hasIdentity,
  insertIdentity,
  insertProviderUsers,
  isRenamedByScim,
  linkIdentity,
  listEmails,
  listIdentities,
  listIdentitiesOf,
  listTicketsOfProvider,
  listTokensOfProvider,
  listUsers,
  listUsersByEmail,
  listUsersByIdentities,
  listUsersByNames,
  moveIdentities,
  removeEndedTokens,
  removeIdentities,
  removeSessions,
  removeToken,
  removeTokens,
  removeTokensOfProvider,
  replacePassword,
  takeTicket,
  updateEmail,
  updatePassword,
  updateProviderName,
} from './queries.ts'
export {
  addAccount,
  countRegistration,
  hashNewPassword,
  insertAccount,
  requireOwnPassword,
  setPassword,
} from './service.ts'
export { endSession, newToken, rotateSession, type SignInContext, signIn } from './session.ts'
export { parseAccountName, parseUsername, usernameKey } from './validation.ts'

export { authorName } from './author-name.ts'
export { user } from './handlers.ts'
export {
  countAdministrators,
  findUser,
  findUserByName,
  hasAdministrator,
  listUsers,
  removeEndedTokens,
  removeTokens,
} from './queries.ts'
export {
  addAccount,
  hashNewPassword,
  insertAccount,
  requireOwnPassword,
  setPassword,
} from './service.ts'
export { newToken, signIn } from './session.ts'
export { parseAccountName, parseUsername, usernameKey } from './validation.ts'

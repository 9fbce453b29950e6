export { type CommonSettings, parseCommonSettings } from './common-settings.ts'
export { callbackOf, completeForm, findProvider, listEntries, listProviders, type Provider } from './providers.ts'
export { removeProvider, upsertProvider } from './queries.ts'
export {
  type Beginning,
  failureOf,
  type OutsidePerson,
  type ProviderApp,
  ProviderError,
  type ProviderTestStep,
  type ProviderProtocol,
  requireWebAddress,
} from './protocol.ts'

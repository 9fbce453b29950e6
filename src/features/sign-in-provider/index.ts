export { type CommonSettings, parseCommonSettings } from './common-settings.ts'
export {
  type Beginning,
  failureOf,
  type OutsidePerson,
  type ProviderApp,
  ProviderError,
  type ProviderProtocol,
  type ProviderTestStep,
  requireWebAddress,
} from './protocol.ts'
export { callbackOf, completeForm, findProvider, listEntries, listProviders, type Provider } from './providers.ts'
export { removeProvider, upsertProvider } from './queries.ts'

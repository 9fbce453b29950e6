/** How much a finding weighs; `off` is not looked for. */
export type LintLevel = 'off' | 'hint' | 'warning' | 'error'

/** All levels, from the least. */
const lintLevels = ['off', 'hint', 'warning', 'error'] as const satisfies readonly LintLevel[]

/** The rules with their default levels. Their texts are in `src/shared/locales/api-lint-*.json`. */
export const lintRules = {
  'example-valid': 'error',
  'reference-broken': 'error',
  'operation-address-unique': 'error',
  'operation-id-unique': 'error',
  'path-parameter-declared': 'error',
  'operation-success-response': 'warning',
  'operation-error-response': 'warning',
  'response-body-described': 'warning',
  'get-without-body': 'warning',
  'path-trailing-slash': 'warning',
  'path-query': 'warning',
  'operation-summary': 'warning',
  'operation-description': 'hint',
  'parameter-description': 'hint',
  'response-description': 'hint',
  'response-example': 'hint',
  'request-example': 'hint',
  'path-kebab-case': 'hint',
  'model-unused': 'hint',
  'operation-id': 'off',
  'property-description': 'off',
} as const satisfies Record<string, LintLevel>

/** The name of a rule. */
export type LintRule = keyof typeof lintRules

/** The names of all rules, in the order in which they are shown. */
export const lintRuleNames = Object.keys(lintRules) as LintRule[]

/** The level of each rule. */
export type LintSettings = Readonly<Record<LintRule, LintLevel>>

/** Returns the levels with those that a team has chosen; unknown names and levels are ignored. */
export function lintSettings(chosen: Readonly<Record<string, unknown>> = {}): LintSettings {
  const settings: Record<string, LintLevel> = { ...lintRules }
  for (const name of lintRuleNames) {
    const level = lintLevels.find((one) => Object.hasOwn(chosen, name) && one === chosen[name])
    if (level) settings[name] = level
  }
  return settings as LintSettings
}

/** What a finding of each level takes off the 100 points of an operation, once for each rule. */
export const lintPoints = { error: 20, warning: 8, hint: 2 } as const

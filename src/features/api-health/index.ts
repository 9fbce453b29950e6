export { readLintSettings } from './check.ts'
export { apiHealth } from './handlers.ts'
export { type CheckedFinding, checkDescription, lintLevelTexts } from './texts.ts'

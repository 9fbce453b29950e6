export {
  choiceInput,
  firstChoice,
  lacksPassword,
  type VisibilityChoice,
  visibilities,
  visibilityHelp,
} from './choice.ts'
export { VisibilityBadge } from './visibility-badge.tsx'
export { type PresentPassword, VisibilityField } from './visibility-field.tsx'
export { VisibilityIcon } from './visibility-icon.tsx'

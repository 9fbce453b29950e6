export {
  choiceInput,
  firstChoice,
  lacksPassword,
  type VisibilityChoice,
  visibilities,
  visibilityHelp,
} from './choice.ts'
export { VisibilityBadge, VisibilityIcon } from './visibility-badge.tsx'
export { type PresentPassword, VisibilityField } from './visibility-field.tsx'

import type { Visibility } from '#shared/contract/visibility.ts'

/** The visibility of an item, as form values. */
export interface VisibilityChoice {
  visibility: Visibility
  /** The new access password as typed. */
  password: string
  /** The existing access password stays: the item's own, or that of a copy's source or of an imported file. */
  keepsPassword: boolean
}

/** The visibilities, from the fewest readers to the most. */
export const visibilities = ['members', 'password', 'public'] as const satisfies readonly Visibility[]

/** Returns the initial choice of a form; members only if the visibility is unknown. */
export const firstChoice = (visibility: Visibility = 'members'): VisibilityChoice => ({
  visibility,
  password: '',
  keepsPassword: visibility === 'password',
})

/** Returns whether an access password must be typed before the choice can be saved. */
export const lacksPassword = ({ visibility, password, keepsPassword }: VisibilityChoice): boolean =>
  visibility === 'password' && !keepsPassword && password === ''

// Stands for the existing password. A separate constant, because importing the contract's would bundle the schema
// library. Source: contract/item.ts, passwordMask.
const passwordMask = '********'

/** Returns the request data of the choice. The mask keeps the existing password. */
export const choiceInput = ({ visibility, password, keepsPassword }: VisibilityChoice) => ({
  visibility,
  password: visibility === 'password' ? (keepsPassword ? passwordMask : password) : '',
})

/** Returns the description of a visibility, as a key of the locale; it differs on sites that require sign-in. */
export function visibilityHelp(visibility: Visibility, force_login: boolean) {
  if (visibility === 'members') return 'help.members'
  return force_login ? (`help.${visibility}SignedIn` as const) : (`help.${visibility}` as const)
}

import type { Visibility } from '#contract/visibility.ts'

/** Who shall see an item, as a form holds it. */
export interface VisibilityChoice {
  visibility: Visibility
  /** The new access password as typed. */
  password: string
  /** The access password that is there already stays: the item's own, that of the source of a copy or of an imported file. */
  keepsPassword: boolean
}

/** The choices, from the fewest readers to the most. */
export const visibilities = ['members', 'password', 'public'] as const satisfies readonly Visibility[]

/** The choice that a form begins with; without a known one, members only. */
export const firstChoice = (visibility: Visibility = 'members'): VisibilityChoice => ({
  visibility,
  password: '',
  keepsPassword: visibility === 'password',
})

/** Whether an access password must be typed before the choice can be saved. */
export const lacksPassword = ({ visibility, password, keepsPassword }: VisibilityChoice): boolean =>
  visibility === 'password' && !keepsPassword && password === ''

// Stands for the password that is there. A value of its own: the contract's would bring the schema library along.
// Source: contract/item.ts, passwordMask.
const passwordMask = '********'

/** What the choice sends. The mask keeps the password that is there. */
export const choiceInput = ({ visibility, password, keepsPassword }: VisibilityChoice) => ({
  visibility,
  password: visibility === 'password' ? (keepsPassword ? passwordMask : password) : '',
})

/** The words for who can see an item, as a key of the locale: on a site that only shows items to those who sign in, others. */
export function visibilityHelp(visibility: Visibility, force_login: boolean) {
  if (visibility === 'members') return 'help.members'
  return force_login ? (`help.${visibility}SignedIn` as const) : (`help.${visibility}` as const)
}

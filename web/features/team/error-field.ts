import { isApiError } from '#web/lib/api.ts'

/** The boxes of the form that hands a team on. */
export type TransferField = 'receiver' | 'password'

/** Which box a refusal of a transfer is about. */
export const errorField = (error: unknown): TransferField =>
  isApiError(error, 'userNotFound') || isApiError(error, 'userDisabled') || isApiError(error, 'teamReceiverIsOwner')
    ? 'receiver'
    : 'password'

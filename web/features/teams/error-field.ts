import { isApiError } from '#web/lib/api.ts'

/** A field of the form that transfers a team. */
export type TransferField = 'receiver' | 'password'

/** Returns the field that a transfer error is about. */
export const errorField = (error: unknown): TransferField =>
  isApiError(error, 'userNotFound') || isApiError(error, 'userDisabled') || isApiError(error, 'teamReceiverIsOwner')
    ? 'receiver'
    : 'password'

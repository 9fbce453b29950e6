import { isRefusal } from '#web/lib/api.ts'

/** The boxes of the form that hands a team on. */
export type TransferBox = 'receiver' | 'password'

/** Which box a refusal of a transfer is about. */
export const refusedBox = (error: unknown): TransferBox =>
  isRefusal(error, 'userNotFound') || isRefusal(error, 'userDisabled') || isRefusal(error, 'teamReceiverIsOwner')
    ? 'receiver'
    : 'password'

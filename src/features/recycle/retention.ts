const daySeconds = 86_400

/** How long deleted things can be restored, in seconds from their deletion. Source: specification 9. */
export const retentionSeconds = 30 * daySeconds

/**
 * Returns the days, rounded up, until what was deleted at `del_time` is removed for good. Both times are Unix seconds.
 */
export const daysLeft = (del_time: number, now: number): number =>
  Math.max(0, Math.ceil((del_time + retentionSeconds - now) / daySeconds))

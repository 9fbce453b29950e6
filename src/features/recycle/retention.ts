const daySeconds = 86_400

/** How long deleted things can be restored, in seconds, counted from their deletion. Source: specification 9. */
export const retentionSeconds = 30 * daySeconds

/** In how many days, begun ones counted, what was deleted at `del_time` is removed for good. Both in Unix seconds. */
export const daysLeft = (del_time: number, now: number): number =>
  Math.max(0, Math.ceil((del_time + retentionSeconds - now) / daySeconds))

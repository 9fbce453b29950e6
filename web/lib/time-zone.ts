const formats = new Map<string, Intl.DateTimeFormat>()

/** How a moment reads on the clocks of a zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...parts })
  formats.set(zone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC at a moment, in ms. */
function aheadMs(zone: string, at: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - at
}

/**
 * The moment at which the clocks of a zone show `text`, `YYYY-MM-DD HH:MM:SS`, in ms since 1970; NaN for what is no time.
 *
 * @param zone an IANA name; one that this browser does not know counts as UTC
 */
export function parseZonedTime(zone: string, text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  try {
    // asked twice: around a change of the clocks the first answer is that of the wrong side
    return asUtc - aheadMs(zone, asUtc - aheadMs(zone, asUtc))
  } catch {
    return asUtc
  }
}

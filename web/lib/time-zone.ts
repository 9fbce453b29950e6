const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a formatter for the local time of a zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...parts })
  formats.set(zone, made)
  return made
}

/** Returns the UTC offset of a zone at a moment, in ms. */
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
 * Parses a local time of a zone, `YYYY-MM-DD HH:MM:SS`. Returns ms since 1970, or NaN if it is not a time.
 *
 * @param zone an IANA name; a name this browser does not know counts as UTC
 */
export function parseZonedTime(zone: string, text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  try {
    // Calculated twice: near a daylight saving change the first offset is from the wrong side of it.
    return asUtc - aheadMs(zone, asUtc - aheadMs(zone, asUtc))
  } catch {
    return asUtc
  }
}

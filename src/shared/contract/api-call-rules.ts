/**
 * The methods that a request may have; not CONNECT, which opens a tunnel, and not TRACE, which sends the request back.
 */
export const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Matches `{{name}}` in a request, with optional whitespace around the name. */
export const variablePattern = /\{\{\s*([\p{L}\p{N}_.-]{1,60})\s*\}\}/gu

/** A valid name of a variable. */
export const variableName = /^[\p{L}\p{N}_.-]{1,60}$/u

/** Number of a person's requests that are kept for each page. */
export const storedCallsMax = 50
/** Maximum size of a request in bytes, with its files decoded. */
export const callMaxBytes = 6_000_000
/** How much of a response is shown, in bytes. */
export const responseMaxBytes = 2_000_000
/** How large a response may be that can be saved as a whole, in bytes. */
export const wholeResponseMaxBytes = 100_000_000
/** Maximum duration of a request, in ms. */
export const callMaxMs = 30_000
/** Maximum duration of a response that is a stream of events, in ms. */
export const streamMaxMs = 300_000

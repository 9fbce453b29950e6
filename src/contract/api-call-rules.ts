/** The methods that a request may have; the two that make a tunnel or send back what came are not among them. */
export const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** How `{{name}}` is written in a request: blanks around the name do not count. */
export const variablePattern = /\{\{\s*([\p{L}\p{N}_.-]{1,60})\s*\}\}/gu

/** What a variable may be called. */
export const variableName = /^[\p{L}\p{N}_.-]{1,60}$/u

/** How many requests of a person are kept for each page. */
export const storedCallsMax = 50
/** How large a request may be, in bytes, its files decoded. */
export const callMaxBytes = 6_000_000
/** How much of an answer is read, in bytes. */
export const responseMaxBytes = 2_000_000
/** How long a request may take, in ms. */
export const callMaxMs = 30_000

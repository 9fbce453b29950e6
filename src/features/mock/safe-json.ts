const unsafe = /\\["\\]|[<>&']/g
const codeOf = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns JSON without any character of HTML syntax. Source: reference, api-facts 14. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(unsafe, (found) =>
    found === '\\\\' ? found : codeOf(found === '\\"' ? '"' : found),
  )

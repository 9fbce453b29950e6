/** The member of a path item with operations whose methods OpenAPI 3.1 has no name for, by method. */
export const operationsKey = 'x-docstead-operations'

/** The member of a path item with further operations of one method, as lists by method. */
export const duplicatesKey = 'x-docstead-duplicates'

/** The member of a description with its pages that describe no request: `title`, `path` and `text` of each. */
export const pagesKey = 'x-docstead-pages'

/**
 * The member of a stored description with its paths and webhooks that make no page, as lists of their names. Its other ones
 * are there for the references that lead into them.
 */
export const pagelessKey = 'x-docstead-pageless'

/** The member of a description with what its further descriptions say about themselves. */
export const descriptionsKey = 'x-docstead-descriptions'

/** The member of an operation with its state, by the names of {@link statusNames}. */
export const statusKey = 'x-docstead-status'

/** The names of the states of an operation by their numbers. Deprecated operations have a keyword of their own. */
export const statusNames: Readonly<Record<string, string>> = {
  1: 'developing',
  2: 'testing',
  3: 'released',
  4: 'exception',
}

/** Two handlers of one event as one: the element's own first. */
export const chain =
  <E>(own: ((event: E) => void) | undefined, more: (event: E) => void) =>
  (event: E): void => {
    own?.(event)
    more(event)
  }

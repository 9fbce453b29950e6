/** Returns the items whose names contain every word of `filter`. */
export function filterByName<I extends { item_name: string }>(items: readonly I[], filter: string): I[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ item_name }) => words.every((word) => item_name.toLowerCase().includes(word)))
}

import type { Draft } from './draft.ts'

/**
 * Returns a draft that people have edited, with another choice: what the choice changes is new, the edits stay.
 *
 * @param former the draft of the page with the choice before
 * @param next the same with this choice
 */
export function withOtherChoice(draft: Draft, former: Draft, next: Draft): Draft {
  const changed: Draft = { ...draft }
  if (next.url !== former.url) {
    // the server is what both differ in, from the beginning
    let same = 0
    while (same < next.url.length && same < former.url.length && next.url.at(-same - 1) === former.url.at(-same - 1))
      same++
    const from = former.url.slice(0, former.url.length - same)
    if (draft.url.startsWith(from))
      changed.url = next.url.slice(0, next.url.length - same) + draft.url.slice(from.length)
  }
  if (next.text !== former.text || next.bodyKind !== former.bodyKind)
    Object.assign(changed, { text: next.text, bodyKind: next.bodyKind })
  for (const table of ['path', 'query', 'headers', 'cookies', 'form', 'multipart'] as const) {
    const before = new Map(former[table].map((row) => [row.name, row.value]))
    const news = next[table].filter((row) => before.get(row.name) !== row.value)
    const gone = former[table].filter((row) => !next[table].some(({ name }) => name === row.name))
    if (news.length + gone.length === 0) continue
    const rows = changed[table].filter(
      (row) => !gone.some(({ name, value }) => name === row.name && value === row.value),
    )
    changed[table] = [
      ...rows.map((row) => {
        const one = news.find(({ name }) => name === row.name)
        return one ? { ...row, value: one.value, isOn: one.isOn } : row
      }),
      ...news.filter(({ name }) => !rows.some((row) => row.name === name)),
    ]
  }
  return changed
}

import DiffMatchPatch from 'diff-match-patch'

const [removed, same] = [-1, 0]
const diffing = new DiffMatchPatch()
diffing.Diff_Timeout = 0.3

type Diff = [number, string]
const diffOf = (from: string, to: string): Diff[] => diffing.diff_main(from, to, true)

/** Returns the index in `to` of each character of `from`; -1 for those that are missing. */
function placesOf(from: string, to: string): Int32Array {
  const places = new Int32Array(from.length).fill(-1)
  let [at, there] = [0, 0]
  for (const [kind, text] of diffOf(from, to)) {
    if (kind === same) for (let i = 0; i < text.length; i++) places[at + i] = there + i
    if (kind <= same) at += text.length
    if (kind >= same) there += text.length
  }
  return places
}

/**
 * Applies the change from `plain` to `edited` to `source`, which has the same meaning as `plain` in its own style.
 * Unchanged text keeps its style; new text gets `lineEnd` for its line endings. Callers must parse the result again:
 * where the styles differ a lot, its meaning can change.
 */
export function patchSource(plain: string, source: string, edited: string, lineEnd: string): string {
  const places = placesOf(plain, source)
  const placeAfter = (at: number): number => {
    for (let before = at - 1; before >= 0; before--) if ((places[before] ?? -1) >= 0) return (places[before] ?? 0) + 1
    return 0
  }
  let result = ''
  let taken = 0
  let at = 0
  const upTo = (place: number) => {
    if (place > taken) {
      result += source.slice(taken, place)
      taken = place
    }
  }
  let cutAt: number | undefined
  for (const [kind, text] of diffOf(plain, edited)) {
    if (kind === same) {
      at += text.length
      cutAt = undefined
    } else if (kind === removed) {
      const there = [...places.subarray(at, at + text.length)].filter((place) => place >= 0)
      const [first, last] = [there[0], there.at(-1)]
      if (first !== undefined && last !== undefined) {
        upTo(first)
        taken = Math.max(taken, last + 1)
        cutAt = first
      }
      at += text.length
    } else {
      if (cutAt === undefined) upTo(placeAfter(at))
      result += text.replaceAll('\n', lineEnd)
    }
  }
  return result + source.slice(taken)
}

import { atom } from 'jotai'
import { keepOnAtom } from './preferences.ts'
import { isNearEdge, type PreviewPart, partAround, wholePart } from './preview-part.ts'
import { countWords } from './words.ts'

/** Above this many characters the preview pauses, unless it was told to keep on. Source: specification 9. */
const pauseAbove = 4000

/** Texts up to this length are shown while typing goes on; longer ones once it rests. */
const livelyUpTo = 60_000
const livelyLatestMs = 600

/** How long typing has to rest before the preview follows, in ms: a longer text takes longer to read. */
function restMsOf(length: number): number {
  if (length <= 20_000) return 150
  if (length <= livelyUpTo) return 300
  return length <= 200_000 ? 500 : 900
}

/** What the preview shows. */
export const previewPartAtom = atom<PreviewPart>(wholePart(''))

/** The line in the middle of the source editor. */
const lineInViewAtom = atom(1)

/** How long the text is now, in characters; as fresh as the preview would be. */
const lengthAtom = atom(0)

/** Whether the preview stands still because the page is long. */
export const isPausedAtom = atom((get) => !get(keepOnAtom) && get(lengthAtom) > pauseAbove)

/** Whether the preview shows an older text. */
export const isBehindAtom = atom(false)

/** Whether the preview is on the screen at all. */
export const isShownAtom = atom(false)

/** How many words the text has. */
export const wordsAtom = atom(0)

const timerAtom = atom<{ handle: ReturnType<typeof setTimeout> | undefined; since: number }>({
  handle: undefined,
  since: 0,
})

/** Shows the text that `read` gives, paused or not. */
export const showPreviewAtom = atom(null, (get, set, read: () => string): void => {
  clearTimeout(get(timerAtom).handle)
  set(timerAtom, { handle: undefined, since: 0 })
  const text = read()
  set(lengthAtom, text.length)
  set(wordsAtom, countWords(text))
  set(isBehindAtom, !get(isShownAtom))
  if (get(isShownAtom)) set(previewPartAtom, partAround(text, get(lineInViewAtom)))
})

const followAtom = atom(null, (get, set, read: () => string): void => {
  const text = read()
  set(lengthAtom, text.length)
  if (!get(isPausedAtom)) return set(showPreviewAtom, () => text)
  set(wordsAtom, countWords(text))
  set(isBehindAtom, true)
})

/** To be called at each change: lets the preview follow soon. Cheap, for it stands on the way of a keystroke. */
export const previewSoonAtom = atom(null, (get, set, length: number, read: () => string): void => {
  const now = Date.now()
  const timer = get(timerAtom)
  const since = timer.since || now
  clearTimeout(timer.handle)
  const rest = restMsOf(length)
  const wait = length > livelyUpTo ? rest : Math.max(0, Math.min(rest, since + livelyLatestMs - now))
  const follow = () => {
    set(timerAtom, { handle: undefined, since: 0 })
    set(followAtom, read)
  }
  set(timerAtom, { since, handle: setTimeout(follow, wait) })
})

/** Tells which line the source editor shows; the preview of a very long text shows the part around it. */
export const setLineInViewAtom = atom(null, (get, set, line: number, read: () => string): void => {
  set(lineInViewAtom, line)
  if (get(isShownAtom) && isNearEdge(get(previewPartAtom), line)) set(previewPartAtom, partAround(read(), line))
})

import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import { arrangeAtom, positionsBeforeAtom } from './mutations.ts'
import { getPositionKey, type TreePosition } from './positions.ts'

/** Steps of the same node within this time are undone together, in ms. Source: interface guide 2.6, toast with Undo. */
const seriesMs = 10_000

let series: { subject: string; at: number; former: ReadonlyMap<string, TreePosition>; toast: number } | undefined

/**
 * Moves pages and catalogs of an item and shows a toast, with Undo; an error is shown with its reason.
 *
 * @returns the action, which takes the positions, the message, and the node that was moved: a series of steps is undone
 * together
 */
export function useArrange(
  item_id: string,
): (places: readonly TreePosition[], words: LocalizedText, subject: string) => void {
  const arrange = useSetAtom(arrangeAtom)
  const placesBefore = useSetAtom(positionsBeforeAtom)
  return useCallback(
    (places, words, subject) => {
      const reported = (error: unknown) =>
        toast.error(
          localized(() => i18next.t('catalog:move.failed', { reason: getErrorMessage(error) })),
          { requestId: getRequestId(error) },
        )
      const goesOn = series?.subject === subject && Date.now() - series.at < seriesMs ? series : undefined
      if (goesOn) toast.close(goesOn.toast)
      const former = new Map(placesBefore(item_id, places).map((place) => [getPositionKey(place), place]))
      for (const [key, place] of goesOn?.former ?? []) former.set(key, place)
      const undo = () => {
        series = undefined
        void arrange(item_id, [...former.values()]).catch(reported)
      }
      const shown = toast.ok(words, { undo })
      series = { subject, at: Date.now(), former, toast: shown }
      arrange(item_id, places).catch((error: unknown) => {
        series = undefined
        toast.close(shown)
        reported(error)
      })
    },
    [item_id, arrange, placesBefore],
  )
}

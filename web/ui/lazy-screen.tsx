import { type ComponentType, useEffect, useState } from 'react'
import { loadDeferredMessages } from '#web/lib/i18n.ts'
import { Loading } from './loading.tsx'

/** A component whose code is loaded when it is first shown, or by `load` before that. */
export type LazyScreen = ComponentType & { load: () => Promise<void> }

/**
 * A component whose code is loaded when it is first shown. Not `lazy`, which shows a spinner at first even when `load` has
 * fetched the code before.
 *
 * @param load imports the module that exports it
 * @param name its name there
 * @param words whether the words of the first page are enough for it
 */
export function lazyScreen<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
  words: 'first' | 'all' = 'all',
): LazyScreen {
  let known: ComponentType | undefined
  const loadKnown = async () => {
    const [module] = await Promise.all([load(), words === 'all' && loadDeferredMessages()])
    known = module[name]
  }
  function LoadedScreen() {
    const [, setLoaded] = useState(known !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      let isHere = true
      // also when it is known by now: it may have come after the spinner was drawn
      loadKnown().then(
        () => isHere && setLoaded(true),
        (error: unknown) => isHere && setFailure({ error }),
      )
      return () => {
        isHere = false
      }
    }, [])
    if (failure) throw failure.error // for the boundary around it
    const Known = known
    return Known ? <Known /> : <Loading />
  }
  return Object.assign(LoadedScreen, { load: loadKnown })
}

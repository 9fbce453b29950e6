import { type ComponentType, useEffect, useState } from 'react'
import { loadDeferredMessages } from '#web/lib/i18n.ts'
import { Loading } from './loading.tsx'

/** A component whose code loads on first render, or earlier by `load`. */
export type LazyScreen = ComponentType & { load: () => Promise<void> }

/**
 * Creates a component whose code loads on first render. Unlike `lazy`, it renders at once, without a spinner, when
 * `load` has already fetched the code.
 *
 * @param load imports the module that exports it
 * @param name its export name
 * @param words 'first' if the messages of the first page are enough for it
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
      // Re-render even if it is known by now: it may have loaded after the spinner was rendered.
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

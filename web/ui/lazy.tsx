import i18next from 'i18next'
import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react'
import { type DeferredMessages, loadDeferredMessages } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { reloadPage } from '#web/lib/reload.ts'
import { completeStyles } from '#web/lib/styles.ts'
import { getProblemKind } from './problem.ts'
import { toast } from './toast.ts'

/** A component whose code loads on first render, or earlier by `load`. */
export type LazyComponent<P = object> = ComponentType<P> & { load: () => Promise<void> }

/** The messages of readers, whose styles are in the first style sheet. */
const isForReaders = (words: 'first' | DeferredMessages) => words === 'first' || words === 'reading'

/** What lazily loaded components show while their code loads. */
const FallbackContext = createContext<ReactNode>(null)

/**
 * Creates a component whose code and messages load on first render. It renders at once when `load` has already fetched
 * the code, and without React's `Suspense`, which would hold loaded content back for up to 300 ms. Until then it shows
 * the fallback of the `LazyBoundary` around it; a failure to load is thrown into that boundary.
 *
 * @param load imports it: `lazyComponent(async () => (await import('./job-drawer.tsx')).JobDrawer)`
 * @param words the messages it needs: 'first' those of the first page alone, 'reading' also those of a reader of API
 *   pages, 'models' these and those of models, 'screens' those of all screens but Admin, 'admin' all
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: 'first' | DeferredMessages = 'screens',
): LazyComponent<P> {
  let known: ComponentType<P> | undefined
  const loadKnown = async () => {
    if (known) return
    const [component] = await Promise.all([
      load(),
      words !== 'first' && loadDeferredMessages(words === 'admin' ? 'screens' : words),
      words === 'admin' && loadDeferredMessages(words),
      words === 'models' && loadDeferredMessages('reading'),
    ])
    if (!isForReaders(words)) {
      await completeStyles()
      retryAll()
    }
    known ??= component // another one would remount what is shown, and lose its state
  }
  function Lazy(props: P) {
    const fallback = useContext(FallbackContext)
    const [, setLoaded] = useState(known !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      let isHere = true
      // re-render even if it is known by now: it may have loaded after the fallback was rendered
      loadKnown().then(
        () => isHere && setLoaded(true),
        (error: unknown) => isHere && setFailure({ error }),
      )
      return () => {
        isHere = false
      }
    }, [])
    if (failure) throw failure.error // for the boundary around it
    return known ? createElement(known, props) : fallback
  }
  return Object.assign(Lazy, { load: loadKnown })
}

/** The boundaries whose components failed to load because the server could not be reached. */
const failedBoundaries = new Set<LazyBoundary>()

let notice: number | undefined

/** Loads everything again that failed to load for that reason. */
function retryAll(): void {
  if (notice !== undefined) toast.close(notice)
  notice = undefined
  for (const boundary of failedBoundaries) boundary.retry()
}

interface BoundaryProps {
  /** Shown while the component loads and if it fails to load. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Contains a lazily loaded component. If it fails to load, because the network is gone or an update has removed the
 * chunk, the screen around it stays and the user is notified. What lacks its styles loads again on request, or once anything
 * else has loaded.
 */
export class LazyBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  /** Called by React when a component below has failed. */
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    const kind = getProblemKind(error)
    if (kind === 'outdated') {
      const action = { label: localized(() => i18next.t('ui:reload')), run: () => void reloadPage() }
      toast.error(
        localized(() => i18next.t('ui:error.newVersionText')),
        { action },
      )
    } else if (kind === 'offline') {
      failedBoundaries.add(this)
      const action = { label: localized(() => i18next.t('ui:retry')), run: retryAll }
      notice = toast.error(
        localized(() => i18next.t('ui:problem.offlineText')),
        { action },
      )
    }
  }

  override componentWillUnmount(): void {
    failedBoundaries.delete(this)
  }

  /** Loads the component again. */
  retry(): void {
    failedBoundaries.delete(this)
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback : <LazyFallback fallback={fallback}>{children}</LazyFallback>
  }
}

/** Sets what lazily loaded components below show while their code loads; their failures go to the boundary above. */
export function LazyFallback({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <FallbackContext value={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </FallbackContext>
  )
}
